/** Parameters that may hold secrets or personal data, by their whole name or by its end (BR-34). */
const secretName = /^(code|state)$|(token|passw(or)?d|secret|session(_?id)?|email)$/i;
/** Longer parameters are removed, because a truncated value would be wrong. Ours: same limit as in queryParameters.ts. */
const longestParameter = 2_048;

/**
 * The page's URL as it is sent to services (BR-35): without credentials and fragment, and with the listed parameters only.
 * Without a list, all parameters stay except those that look like secrets. The remaining ones keep their spelling. Returns
 * an empty string for anything but an http or https URL, for example `about:srcdoc`.
 */
export function relayedAddress(address: string, listed?: readonly string[]): string {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return '';
  const url = new URL(address);
  url.username = url.password = url.hash = '';
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => {
      const [name = ''] = new URLSearchParams(part).keys();
      return part.length <= longestParameter && (listed ? listed.includes(name) : !secretName.test(name));
    });
  url.search = kept.join('&');
  return url.href;
}
