/** Whether the rules say where they come from: few want to know, and those say so once. */
export const sources = $state({ shown: false });
