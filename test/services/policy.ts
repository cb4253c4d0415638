/** The sources of the frame's content security policy, by directive. */
export type Policy = ReadonlyMap<string, readonly string[]>;

export const readPolicy = (text: string): Policy =>
  new Map(
    text.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

/** Says so if the policy blocks an address. */
export function policyProblems(policy: Policy, { origin, protocol }: URL, isScript = false): readonly string[] {
  const sources = policy.get(isScript ? 'script-src' : 'connect-src') ?? [];
  if (sources.some((source) => source === protocol || patternOf(source).test(origin))) return [];
  return [
    `The frame’s policy does not allow ${origin}: name it in ${isScript ? 'scriptOrigins' : 'connectOrigins'} of the deployment.`,
  ];
}

const patternOf = (source: string): RegExp =>
  new RegExp(`^${source.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.+')}/?$`);
