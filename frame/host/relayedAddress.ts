/** Parameters that hold secrets or persons on other people's pages: by their whole name, or by how it ends (BR-34). */
const secretName = /^(code|state)$|(token|passw(or)?d|secret|session(_?id)?|email)$/i;
/** Longer parameters are left out whole: a cut value would be another value. Ours: as for the page's own parameters. */
const longestParameter = 2_048;

/**
 * A page's address as services may know it (BR-35): without credentials and fragment, and of its parameters the listed
 * ones; without a list all but those that look like secrets. What stays is as it was written. A page without an address of
 * its own (`about:srcdoc`) and what is no address give the empty text.
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
