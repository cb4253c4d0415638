/** Whether a text is an absolute http or https address with a host; anything else is shown as plain text (SH-114). */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}
