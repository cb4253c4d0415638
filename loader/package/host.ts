/**
 * The loader's element. In the body it is only an early pill, without a widget. Without a shadow root it is a copy that the page
 * has made.
 */
export const findHost = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('html > #contact-widget')].find(({ shadowRoot }) => shadowRoot);

/** Calls the listener when the loader's element may have been added or removed. A page may replace its root, and the element with it. */
export function watchHost(listener: () => void): MutationObserver {
  const observer = new MutationObserver(() => {
    observe();
    listener();
  });
  // A node that is observed already is not observed twice.
  function observe(): void {
    for (const parent of [document, ...document.children]) observer.observe(parent, { childList: true });
  }
  observe();
  return observer;
}
