import { defaultPurpose } from '../text/texts.ts';

export interface ResourceName {
  readonly languageCode?: string;
  readonly regionCode?: string;
  readonly variation?: string | undefined;
  readonly focusArea?: string;
  readonly purpose?: string;
  readonly resource?: string;
}

/** SC-022: the key of an instance, such as `en--US--cloud--(default)--any`. Empty parts are treated as missing. */
export function resourceKey(name: ResourceName): string {
  return [
    name.languageCode || 'en',
    name.regionCode || 'US',
    name.variation || name.focusArea || '',
    name.purpose || defaultPurpose,
    name.resource || 'any',
  ].join('--');
}
