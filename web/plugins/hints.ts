/** Tells browsers how to take the page's program: after what is read, and compiled before it is run. */
import type { Plugin } from "vite";

const SCRIPT = '<script type="module" crossorigin ';

/** Chromium then compiles all functions of a file while it comes, beside the page's own thread. */
export const COMPILED = "//# allFunctionsCalledOnLoad";

export function hints(): Plugin {
  return {
    name: "colonnade-hints",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      // What the server wrote is read meanwhile: its fonts go first. shell.py writes the other files alike.
      handler: (html) => html.replace(SCRIPT, `${SCRIPT}fetchpriority="low" `),
    },
  };
}
