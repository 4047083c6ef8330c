/** Searching in the rules: paragraphs that hold all words, and where the words stand in a text. */

/** A text without case and accents, so that "l'etage" finds "l’Étage"; as long as the text itself. */
export function bare(text: string): string {
  return [...text]
    .map((sign) =>
      sign
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .replace("’", "'")
        .toLowerCase()
        .slice(0, sign.length)
        .padEnd(sign.length, " "),
    )
    .join("");
}

export function wordsOf(query: string): string[] {
  return bare(query).split(/\s+/).filter(Boolean);
}

/** Whether a text holds all of the words. */
export function holds(text: string, words: readonly string[]): boolean {
  const plain = bare(text);
  return words.every((word) => plain.includes(word));
}

/** A text in parts: what was found, and what stands between. */
export function parts(text: string, words: readonly string[]): { text: string; found: boolean }[] {
  const plain = bare(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      marked.fill(true, at, at + word.length);
  const found: { text: string; found: boolean }[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = found.at(-1);
    if (last && last.found === marked[i]) last.text += text[i];
    else found.push({ text: text[i]!, found: marked[i]! });
  }
  return found;
}
