import type { PageConfig } from './pageConfig.ts';

/** Of a page without a config object. */
export const noPageConfig: PageConfig = {
  focusArea: undefined,
  locale: {},
  textLocale: {},
  colorPalette: undefined,
  switchedOff: [],
  hidePill: false,
  rules: [],
  isMalformed: false,
};
