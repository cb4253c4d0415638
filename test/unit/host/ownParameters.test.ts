import { describe, expect, it } from 'vitest';
import { hasOwnParameters } from '../../../frame/host/ownParameters.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { marketingNames, parseMarketing } from '../../../frame/insight/marketing.ts';

const page = 'https://www.example.com/products';
/** The names as an address has them. */
const campaignNames = [...marketingNames.filter((name) => !name.startsWith('utm')), 'utm_medium', 'utm_term', 'utm_id'];

describe('the parameters that the widget reads', () => {
  it.each(['cm-start-chat', 'cm-consent-chat', 'focusArea', 'languageCode', 'regionCode', 'contactmodule'])(
    '[SH-097] has %s',
    (name) => {
      const url = `${page}?a=1&${name}=x`;
      expect(
        Object.keys(parseQueryParameters(url)).length + Object.keys(parseQueryParameters(url).consent).length,
      ).toBe(2);
      expect(hasOwnParameters(url)).toBe(true);
    },
  );

  it.each(campaignNames)('[SH-110] has %s', (name) => {
    const url = `${page}?${name}=x`;
    expect(Object.keys(parseMarketing(url))).toHaveLength(1);
    expect(hasOwnParameters(url)).toBe(true);
  });

  it.each(['', '?id=7', '?q=adapter&page=2', '?sort=price#cm-debug', '?author=x'])(
    '[F-PG4] leaves %s to the page',
    (search) => {
      expect(hasOwnParameters(`${page}${search}`)).toBe(false);
    },
  );
});
