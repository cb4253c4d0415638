/** Everything on the page that the widget could change. */
export function snapshotOfPage() {
  const { documentElement, adoptedStyleSheets } = document;
  return {
    html: documentElement.outerHTML,
    sheets: adoptedStyleSheets.length,
    globals: Object.keys(window).sort(),
    overflow: getComputedStyle(documentElement).overflow,
    history: history.length,
    address: location.href,
  };
}
