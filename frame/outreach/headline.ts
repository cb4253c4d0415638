const placeholder = /\[name\]/gi;

/** SH-134: `[name]` becomes the first name; a headline that needs a name nobody knows is dropped. */
export function toHeadline(text: string, firstName: string | undefined): string {
  if (text.search(placeholder) === -1) return text;
  const name = firstName?.trim();
  return name ? text.replace(placeholder, () => name) : '';
}
