/** How much larger very large windows show the page; base.css says when. */
export const zoom = (): number =>
  Number(getComputedStyle(document.documentElement).getPropertyValue("--zoom")) || 1;
