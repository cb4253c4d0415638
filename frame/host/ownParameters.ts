/**
 * Whether the page's address has a parameter that the widget may read. Most addresses with parameters have none. The names are
 * those of `queryParameters.ts` and `insight/marketing.ts`, which are downloaded only for such an address.
 */
export const hasOwnParameters = (url: string): boolean =>
  /[?&](cm-|focusArea|variation|(language|region)Code|contactmodule|utm_|vcpi|vendor|category|placement|item|tacticCode|callingOffer|mailingCode|ad[A-Z]|physicalLocation|targetId|keywordId|matchtype|p[1-5][A-Z])/.test(
    url,
  );
