/** Finds the route for a path. Steps that begin with a colon match one step; a trailing slash does not matter. */

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
  const wanted = steps(pattern);
  const given = steps(path);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const value = given[index] ?? '';
    if (step.startsWith(':')) params[step.slice(1)] = decode(value);
    else if (step !== value) return undefined;
  }
  return params;
}

function steps(path: string): string[] {
  return path.replace(/\/+$/, '').split('/');
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
