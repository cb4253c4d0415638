/** What a field holds of a longer text; a character is not cut in two, since half a one is none that services take. */
export function fitText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
