/** The loader's configuration: its script element and the attributes on it. */

// Use the prototype's getter: an image, form or frame named `currentScript` would shadow the document's own property and could
// then choose where the frame comes from. A module script has none: the loader does not guess which one is its own (F-PG14), and fails.
const script = Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement;

export const settings = script.dataset;

/** The attribute that makes an element a contact link, and the path of the page's config object. */
export const { linkAttribute = 'data-contact-link', configObject = 'contactWidgetConfig' } = settings;

export const frameUrl = new URL('frame/index.html', script.src);
