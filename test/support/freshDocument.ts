/** Files with a DOM share workers. Each begins with an empty document. */
if (typeof document !== 'undefined') {
  document.head.replaceChildren();
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'hasFocus');
}
