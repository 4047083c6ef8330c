/**
 * Lets the program adopt the styles of its components as it is run: no file more to wait for, and nothing
 * inline for the page's policy to refuse. What all screens share stands in the document itself.
 */
import { transform } from "lightningcss";
import type { Plugin } from "vite";

const ADOPT = "virtual:adopt";
const CODE = `export function adopt(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}`;
// As Svelte writes them where it is told to inject them: it would do so by elements, which are inline.
const KEPT = /const \$\$css = \{\s*hash: '[\w-]+',\s*code: '((?:[^'\\]|\\.)*)'\s*\};/;
const APPENDED = /\$\.append_styles\(\$\$anchor, \$\$css\);/g;

/** How Svelte is to compile for this plugin. */
export const INJECTED = { emitCss: false, compilerOptions: { css: "injected" } } as const;

/** Styles as small as they can be written. */
export function minified(css: string): string {
  const { code } = transform({ filename: "styles.css", code: Buffer.from(css), minify: true });
  return code.toString();
}

/** A compiled component that adopts its styles; null where it has none. */
export function adopting(code: string): string | null {
  const found = KEPT.exec(code);
  if (!found) {
    if (code.includes("$$css")) throw new Error("Svelte writes styles in another way than before");
    return null;
  }
  const css = JSON.parse(`"${found[1]!.replaceAll('"', '\\"').replaceAll("\\'", "'")}"`) as string;
  return (
    `import { adopt as adopt_ } from "${ADOPT}";\n` +
    code.replace(KEPT, () => `adopt_(${JSON.stringify(minified(css))});`).replace(APPENDED, "")
  );
}

export function styles(): Plugin {
  return {
    name: "colonnade-styles",
    apply: "build",
    resolveId: (id) => (id === ADOPT ? `\0${ADOPT}` : undefined),
    load: (id) => (id === `\0${ADOPT}` ? CODE : undefined),
    transform: {
      order: "post",
      handler(code, id) {
        const found = id.endsWith(".svelte") ? adopting(code) : null;
        return found === null ? undefined : { code: found, map: null };
      },
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const html = bundle["index.html"];
        if (html?.type !== "asset") return;
        html.source = String(html.source).replace(
          /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
          (_, name: string) => {
            const sheet = bundle[name];
            if (sheet?.type !== "asset") throw new Error(name);
            delete bundle[name];
            return `<style>${String(sheet.source).trim()}</style>`;
          },
        );
      },
    },
  };
}
