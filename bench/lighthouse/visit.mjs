// Opens pages with Lighthouse: jobs as JSON on stdin, one line of JSON for each on stdout; bench/scores.py asks.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as chromeLauncher from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { byThread } from "./trace.mjs";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TRIES = 3; // on a very busy machine a trace may lack its beginning: then Lighthouse asks for another visit

/** The scores and numbers that the bench tells, of one report. */
function told({ audits, categories }) {
  const number = (name) => audits[name].numericValue;
  const scores = Object.values(categories).map(({ id, score }) => [id, score * 100]);
  return {
    ...Object.fromEntries(scores),
    fcp: number("first-contentful-paint"),
    lcp: number("largest-contentful-paint"),
    shift: number("cumulative-layout-shift"),
    blocking: number("total-blocking-time"),
    kilobytes: number("total-byte-weight") / 1000,
  };
}

/** One visit with an empty cache, judged twice: by the wall's time and by the thread's. */
async function visit({ program, words, url, cookie, desktop, hidden }) {
  const chrome = await chromeLauncher.launch({ chromePath: program, chromeFlags: words });
  const folder = mkdtempSync(join(tmpdir(), "colonnade-lighthouse-"));
  const extraHeaders = { "Accept-Language": "en", ...(cookie && { Cookie: cookie }) };
  const flags = { port: chrome.port, logLevel: "error", onlyCategories: CATEGORIES, extraHeaders };
  // A table asks search engines to stay away, on purpose.
  if (hidden) flags.skipAudits = ["is-crawlable"];
  const config = desktop ? desktopConfig : undefined;
  try {
    const wall = await lighthouse(url, { ...flags, gatherMode: folder, auditMode: folder }, config);
    if (wall.lhr.runtimeError) throw new Error(wall.lhr.runtimeError.message);
    const path = join(folder, "trace.json");
    const trace = JSON.parse(readFileSync(path, "utf8"));
    byThread(trace);
    writeFileSync(path, JSON.stringify(trace));
    const thread = await lighthouse(url, { ...flags, auditMode: folder }, config);
    return { wall: told(wall.lhr), thread: told(thread.lhr) };
  } finally {
    chrome.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A visit whose trace is whole. */
async function visited(job) {
  for (let left = TRIES - 1; ; left--)
    try {
      return await visit(job);
    } catch (problem) {
      if (!left) throw problem;
      console.error(`once more: ${problem.message}`);
    }
}

for (const job of JSON.parse(readFileSync(0, "utf8")))
  console.log(JSON.stringify(await visited(job)));
