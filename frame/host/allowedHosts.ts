/**
 * Whether a page's origin may embed the widget (SH-018). A pattern is an exact origin, or has `*` in place of the port or
 * of the leading host labels: `https://www.example.com`, `http://localhost:*`, `https://*.example.com`. `null`, the origin
 * of sandboxed and local pages, never matches.
 */
export function isAllowedHost(origin: string, patterns: readonly string[]): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  const { protocol, hostname, port } = new URL(origin);
  return patterns.some((pattern) => {
    const match = /^(https?:)\/\/(\*\.)?([^/:*]+|\[[^\]]+\])(?::(\d+|\*))?$/.exec(pattern);
    if (!match || match[1] !== protocol) return false;
    const [, , wildcard, host = '', wantedPort] = match;
    const hasHost = wildcard ? hostname.endsWith(`.${host}`) : hostname === host;
    const defaultPort = protocol === 'https:' ? '443' : '80';
    return hasHost && (wantedPort === '*' || (wantedPort ?? defaultPort) === (port || defaultPort));
  });
}
