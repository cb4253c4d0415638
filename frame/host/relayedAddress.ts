import { isSecretName, isSecretValue } from './secrets.ts';

/** Longer parameters are removed, because a truncated value would be wrong. Ours: same limit as in queryParameters.ts. */
const maxParameterLength = 2_048;

/**
 * The page's URL as it is sent to services (BR-35): without credentials and fragment, and with the listed parameters only.
 * Without a list, all parameters stay except those that look like secrets, by their name or by their value. Our own are
 * never sent, because a confirmation number opens the appointment. The others are sent unchanged. A part of the path that
 * looks like a secret becomes `-`. Returns an empty string for anything but an http or https URL, for example
 * `about:srcdoc`.
 */
export function relayedAddress(address: string, listed?: readonly string[]): string {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return '';
  const url = new URL(address);
  url.username = url.password = url.hash = '';
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => {
      if (part.length > maxParameterLength) return false;
      const [[name, value] = ['', '']] = new URLSearchParams(part);
      if (/^cm-/i.test(name)) return false;
      return listed ? listed.includes(name) : !isSecretName(name) && !isSecretValue(value);
    });
  url.search = kept.join('&');
  url.pathname = url.pathname
    .split('/')
    .map((part) => (isSecretValue(unescaped(part)) ? '-' : part))
    .join('/');
  return url.href;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // Not percent-encoded, for example a path with `100%`.
  }
}
