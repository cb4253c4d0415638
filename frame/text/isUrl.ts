/**
 * Whether a text is an absolute http or https URL with a host. Anything else is shown as plain text (SH-114), as is a URL with
 * credentials, which leads elsewhere than it seems to: `https://bank.example@evil.example/`.
 */
export function isUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#]/i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return !username && !password;
}

/** Whether a link may open it: an http or https URL, or a mailto, tel or sms one. The page opens nothing else. */
export function isAddress(text: string): boolean {
  return isUrl(text) || /^(mailto|tel|sms):\S.*$/i.test(text);
}
