/** Writes the service worker, with the list of files that it keeps and a version made of them. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const WORKER = new URL("../worker/sw.js", import.meta.url);
const PUBLIC = new URL("../public/", import.meta.url);

/** What a worker is told of its build: the file that begins the page, and all that belong to it. */
export interface Build {
  version: string;
  entry: string;
  files: string[];
}

/** A build by its files; the worker is part of the version, and so is a document without them. */
export function buildOf(entry: string, files: string[], more: string): Build {
  const sum = createHash("sha256").update([...files, more].join("\n"));
  return { version: sum.digest("hex").slice(0, 16), entry, files };
}

export function offline(): Plugin {
  return {
    name: "colonnade-offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = readFileSync(WORKER, "utf-8");
        const all = Object.values(bundle);
        const entry = all.find((one) => one.type === "chunk" && one.isEntry)!.fileName;
        const index = all.find((one) => one.fileName === "index.html");
        const files = [
          ...all.map((one) => one.fileName).filter((name) => name.startsWith("assets/")),
          ...readdirSync(PUBLIC, { withFileTypes: true })
            .filter((one) => one.isFile())
            .map((one) => one.name),
        ];
        const document = index?.type === "asset" ? String(index.source) : "";
        const build = buildOf(entry, files.map((name) => `/${name}`).sort(), document + worker);
        const source = `const BUILD = ${JSON.stringify(build)};\n${worker}`;
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
