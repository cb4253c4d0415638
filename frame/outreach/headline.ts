const placeholder = /\[name\]/gi;

/** SH-134: replaces `[name]` with the first name. Without a first name, such a headline becomes empty. */
export function toHeadline(text: string, firstName: string | undefined): string {
  if (text.search(placeholder) === -1) return text;
  const name = firstName?.trim();
  return name ? text.replace(placeholder, () => name) : '';
}
