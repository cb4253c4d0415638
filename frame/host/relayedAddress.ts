import { isId, isSecretValue } from '../platform/secrets.ts';

/** Longer parameters are removed, because a truncated value would be wrong: same limit as in queryParameters.ts. */
const maxParameterLength = 2_048;

export interface RelayedParts {
  /** The names of the parameters that may be sent. */
  readonly parameters: readonly string[];
  /**
   * `origin`: no path. `pattern`: the path, with `-` for every part that looks like an id, a token, an IBAN or a card number. `all`:
   * the whole path.
   */
  readonly path: 'origin' | 'pattern' | 'all';
}

/**
 * The page's URL as it is sent to services (BR-34, BR-35): without credentials and fragment, with the listed parameters only, and
 * without values that look like secrets. Our own parameters are never sent, because a confirmation number opens the appointment. The
 * others are sent unchanged. Returns an empty string for anything but an http or https URL, for example `about:srcdoc`.
 */
export function relayedAddress(address: string, { parameters, path }: RelayedParts): string {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return '';
  const url = new URL(address);
  url.username = url.password = url.hash = '';
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => {
      if (part.length > maxParameterLength) return false;
      const [[name, value] = ['', '']] = new URLSearchParams(part);
      return parameters.includes(name) && !/^cm-/i.test(name) && !isSecretValue(value);
    });
  url.search = kept.join('&');
  const isKept = (part: string): boolean => !(path === 'all' ? isSecretValue(part) : isId(part));
  url.pathname =
    path === 'origin'
      ? '/'
      : url.pathname
          .split('/')
          .map((part) => (isKept(unescaped(part)) ? part : '-'))
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
