/** The shapes of glyphs as nodes: a table has hundreds of them, and to copy is quicker than to read. */

const SVG = "http://www.w3.org/2000/svg";
const read = new Map<string, DocumentFragment>();

/** New nodes of some markup, which is read once only. */
export function shapesOf(markup: string): Node {
  let known = read.get(markup);
  if (!known) {
    const reader = document.createElementNS(SVG, "svg");
    reader.innerHTML = markup; // of tokens.json, nobody's input
    known = document.createDocumentFragment();
    known.append(...reader.childNodes);
    read.set(markup, known);
  }
  return known.cloneNode(true);
}
