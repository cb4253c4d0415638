import { toJsonSchema } from '@valibot/to-json-schema';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { checkDeployment } from '../../../frame/deployment/checkDeployment.ts';
import { deploymentSchema, parseDeployment, stampDeployment } from '../../../frame/deployment/deployment.ts';
import { checkedFields } from '../../../frame/deployment/stamp.ts';

const least = { allowedHosts: ['https://a.example'], contact: { hosts: ['https://c.example'] } };
const withBrand = (brand: unknown) => ({ ...least, brand });

/** As in a file: without what is undefined. */
const written = (value: unknown) => JSON.parse(JSON.stringify(value));

beforeAll(() => {
  vi.stubGlobal('DEPLOYMENT_SCHEMA', JSON.stringify(toJsonSchema(deploymentSchema, { errorMode: 'ignore' })));
});

/** A file that was changed since the build, as the frame takes it. */
async function check(file: unknown, isDev?: boolean) {
  const warn = vi.fn<(sentence: string) => void>();
  const { brand } = await checkDeployment(file, { warn }, isDev);
  return { brand, warnings: warn.mock.calls.map(([sentence]) => sentence) };
}

describe('the brand of a deployment', () => {
  it.each([
    [{ accent: '#7A1FA2', onAccent: '#ffffff' }],
    [{ font: 'Inter' }],
    [{ font: `"Source Sans 3", 'Noto Sans JP', -apple-system, Helvetica Neue` }],
    [{ font: '"メイリオ", sans-serif' }],
    [{ radius: 0, side: 'start', sign: '···' }],
    [{ label: { en: 'Ask us', de: 'Frag uns', ja: 'ご相談' } }],
    [{}],
  ])('[F-AD8] is accepted by the build and by the frame: %j', async (brand) => {
    expect(parseDeployment(withBrand(brand)).brand).toEqual({ radius: 8, side: 'end', ...brand });
    expect(await check(withBrand(brand))).toMatchObject({ brand: { radius: 8, side: 'end', ...brand }, warnings: [] });
  });

  it.each([
    [{ accent: 'red' }, 'brand.accent'],
    [{ accent: '#f0a' }, 'brand.accent'],
    [{ accent: '#7a1fa2;background:url(//evil.example)' }, 'brand.accent'],
    [{ font: 'Inter; color: red' }, 'brand.font'],
    [{ font: 'url(x)' }, 'brand.font'],
    [{ font: '"Inter' }, 'brand.font'],
    [{ font: 'Source Sans 3' }, 'brand.font'],
    [{ font: 'Inter, inherit' }, 'brand.font'],
    [{ font: 'Inter, Inherit' }, 'brand.font'],
    [{ font: 'Inter !important' }, 'brand.font'],
    [{ font: `Inter${', Inter'.repeat(40)}` }, 'brand.font'],
    [{ radius: 7 }, 'brand.radius'],
    [{ side: 'left' }, 'brand.side'],
    [{ sign: 'Chat' }, 'brand.sign'],
    [{ label: 'Ask us' }, 'brand.label'],
    [{ label: { en: ' ' } }, 'brand.label.en'],
    [{ label: { en: 'Ask us'.repeat(6) } }, 'brand.label.en'],
    [{ colour: '#7a1fa2' }, 'brand.colour'],
  ])('[F-AD8] is refused by both, by its name: %j', async (brand, path) => {
    expect(() => parseDeployment(withBrand(brand))).toThrow(`config.json is refused: ${path}`);
    await expect(check(withBrand(brand))).rejects.toThrow(`config.json is refused: ${path}`);
  });

  it('[F-AD8] says which colour would pass', () => {
    expect(() => parseDeployment(withBrand({ accent: '#ffdd33' }))).toThrow(
      /refused: brand\.accent: has a contrast of .* The nearest colour that passes is #a28c20/,
    );
    expect(() => parseDeployment(withBrand({ accent: '#1155dd', onAccent: '#888888' }))).toThrow(
      /refused: brand\.onAccent: has a contrast of/,
    );
  });
});

describe('the styles of a brand', () => {
  const stamped = written(stampDeployment(withBrand({ accent: '#7a1fa2' })));

  it('[F-AD8] are in the built file, so that the frame computes nothing', () => {
    expect(checkedFields(stamped)).toMatchObject({
      brand: { accent: '#7a1fa2', $styles: { pill: { backgroundColor: '#7a1fa2' }, sheet: expect.any(String) } },
    });
    expect(stampDeployment(stamped)).toEqual(stampDeployment(withBrand({ accent: '#7a1fa2' })));
  });

  it('[F-AD8] follow a change that is made after the build', async () => {
    const { brand } = await check({ ...stamped, brand: { ...stamped.brand, accent: '#00695c' } });
    expect(brand?.$styles?.pill.backgroundColor).toBe('#00695c');
    expect(brand?.$styles?.sheet).not.toContain('#7a1fa2');
  });

  it.each([
    ['accent', { accent: '#ffdd33' }],
    ['onAccent', { onAccent: '#7a1fa3' }],
  ])(
    '[F-AD8] are the default ones for an %s that nobody could read, with a warning; the rest stays',
    async (field, change) => {
      const { brand, warnings } = await check({ ...stamped, brand: { ...stamped.brand, ...change, radius: 2 } });
      expect(brand).not.toHaveProperty('accent');
      expect(brand).not.toHaveProperty('onAccent');
      expect(JSON.stringify(brand)).not.toContain('color');
      expect(brand).toMatchObject({ radius: 2, $styles: { pill: { borderRadius: 6 } } });
      expect(warnings).toEqual([expect.stringMatching(`^config.json: brand.${field}: has a contrast of .*nearest`)]);
    },
  );

  it('[F-AD8][SH-164] are checked in dev mode too', async () => {
    const file = { ...stamped, dev: { brand: { accent: '#ffffff' } } };
    const { brand, warnings } = await check(file, true);
    expect(warnings).toHaveLength(1);
    expect(brand).not.toHaveProperty('accent');
  });
});
