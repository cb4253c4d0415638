import { type Fields, isRecord } from '../../bridge/guards.ts';

const parents = ['page', 'pageInfo', 'ibm', 'contactModuleConfiguration'] as const;

/**
 * The fields of the page's config object, which some pages keep in a larger one. Descends through the known parents as long as each contains the next.
 */
export function innermostConfig(given: unknown): Fields {
  let config: Fields = isRecord(given) ? given : {};
  for (const parent of parents) {
    const inner = own(config, parent);
    if (isRecord(inner) && (parent !== 'ibm' || isRecord(own(inner, 'contactModuleConfiguration')))) config = inner;
  }
  return config;
}

export function own(fields: unknown, name: string): unknown {
  return isRecord(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
