/** Adds the host element of a widget to the page, as the loader does. */
export function addWidget(): void {
  const host = Object.assign(document.createElement('div'), { id: 'contact-widget' });
  host.attachShadow({ mode: 'open' });
  document.documentElement.append(host);
}
