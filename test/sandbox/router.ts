/** Finds the route for a path. A segment that starts with a colon matches any one segment. A trailing slash is ignored. */

export interface Routed<Route> {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export function findRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  path: string,
): Routed<Route> | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = segmentsOf(pattern);
  const actual = segmentsOf(path);
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = decode(value);
    else if (segment !== value) return undefined;
  }
  return params;
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
