/** What the page's modules look for in a browser, as a first visitor's would answer; imported before them. */

const quiet = (): void => undefined;
const nothing = { getItem: () => null, setItem: quiet, removeItem: quiet };

Object.assign(globalThis, {
  localStorage: nothing,
  sessionStorage: nothing,
  location: new URL("http://localhost/"),
  matchMedia: () => ({ matches: false, addEventListener: quiet, removeEventListener: quiet }),
  // What a screen asks for never comes here: it is drawn as it stands until then.
  fetch: () => new Promise(quiet),
  document: {
    documentElement: {},
    cookie: "",
    visibilityState: "visible",
    getElementById: () => null,
    addEventListener: quiet,
    removeEventListener: quiet,
  },
});
