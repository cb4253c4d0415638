import { describe, expect, it } from 'vitest';
import { hasOwnParameters } from '../../../frame/host/ownParameters.ts';
import { marketingParameters, parseMarketing } from '../../../frame/insight/marketing.ts';

const page = 'https://www.example.com/products';
describe('the parameters that the widget reads', () => {
  it.each(marketingParameters)('[SH-110] has %s', (name) => {
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
