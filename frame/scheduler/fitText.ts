/** Truncates a text to the length of a field. Drops half a surrogate pair at the end, because services reject it. */
export function fitText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
