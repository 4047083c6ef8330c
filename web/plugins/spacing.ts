/** Sets French as `spaced` of colonnade.locales does: no line begins with a colon or a question mark. */

const SIGNS = /(?<=\S) (?=[;:?!»](?:[\s»,.)<]|$))|(?<=«) /gm;

export const spaced = (french: string): string => french.replace(SIGNS, "\u202f");

/** Whether a file holds French: `fr.pagoda.json`, `RULES.fr.md`. */
export const isFrench = (path: string): boolean => /(?:^|[/.])fr\.[^/]+$/.test(path);
