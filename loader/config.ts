/** What the page says to the loader: its script element and the attributes on it. */

// By the prototype's getter: an image, form or frame that people may name `currentScript` on the page stands before it, and
// would say where the frame comes from, or throw.
export const script = (Reflect.get(Document.prototype, 'currentScript', document) ??
  document.querySelector('script[src*="/loader.js"]')) as HTMLScriptElement;

export const settings = script.dataset;

/** The attribute that makes an element a contact link. */
export const linkAttribute = settings.linkAttribute ?? 'data-contact-link';
