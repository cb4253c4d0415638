/** Parses variations by experiment key from `cm-experiments=a:x,b:y`. Skips malformed pairs (CH-202). */
export function parseOverrides(parameter: string | undefined): ReadonlyMap<string, string> {
  const pairs = (parameter ?? '').split(',').map((pair) => pair.split(':').map((part) => part.trim()));
  return new Map(
    pairs.flatMap(([key, variation, ...rest]) => (key && variation && rest.length === 0 ? [[key, variation]] : [])),
  );
}
