/** Whether a text is an absolute http or https address with a host; anything else is shown as plain text (SH-114). */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** Whether a link may lead there: a URL, or what a mail, telephone or message program opens. The page opens nothing else. */
export function isAddress(text: string): boolean {
  return isUrl(text) || /^(mailto|tel|sms):\S.*$/i.test(text);
}
