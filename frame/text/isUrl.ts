/** Whether a text is an absolute http or https URL with a host. Anything else is shown as plain text (SH-114). */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** Whether a link may open it: an http or https URL, or a mailto, tel or sms one. The page opens nothing else. */
export function isAddress(text: string): boolean {
  return isUrl(text) || /^(mailto|tel|sms):\S.*$/i.test(text);
}
