import type { LookupFacts } from '../../frame/contact/lookupRequest.ts';

/** What a page in English says when it asks for its contact methods. */
export const lookupFacts: LookupFacts = {
  focusArea: 'cloud',
  languageCode: 'en',
  regionCode: 'US',
  textLanguageCode: 'en',
  textRegionCode: 'US',
  hostOrigin: 'https://p.example',
  timeZoneOffsetJS: 0,
  ipAddress: undefined,
  country: undefined,
  isUserActive: true,
  isLanding: false,
  isForced: false,
  hasPageRules: false,
  hasScheduler: true,
  bypassCache: false,
  schedulerPurpose: undefined,
};
