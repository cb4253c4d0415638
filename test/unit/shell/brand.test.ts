import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccentColours, accentColours, colourProblem } from '../../../frame/shell/brand/brandColours.ts';
import { readableBrand, withStyles } from '../../../frame/shell/brand/brandStyles.ts';
import { lightnessOf, mixed } from '../../../frame/shell/brand/contrast.ts';
import { palette } from '../../../styles/palette.ts';
import { countOf } from '../../browser/sample.ts';

/** WCAG's own words, apart from the product's. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number => {
    const value = Number.parseInt(colour.slice(1), 16);
    const linear = (channel: number): number =>
      channel / 255 <= 0.03928 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(value >> 16) + 0.7152 * linear((value >> 8) & 255) + 0.0722 * linear(value & 255);
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const greys = fc.integer({ min: 0, max: 255 }).map((level) => `#${level.toString(16).padStart(2, '0').repeat(3)}`);
const anyColour = fc.oneof({ weight: 4, arbitrary: colours }, { weight: 1, arbitrary: greys });
const brands = fc.record({ accent: anyColour, onAccent: fc.option(anyColour, { nil: undefined }) });

/** What is too faint in a scheme, in words. */
function faults(scheme: 'light' | 'dark', of: AccentColours): readonly string[] {
  const { surface, subtle, hover } = palette[scheme];
  const pairs: readonly (readonly [string, string, number, string])[] = [
    [of.accent, surface, 3, 'control on the pane'],
    [of.accent, subtle, 3, 'control on a raised part'],
    [of.accentHover, surface, 3, 'hovered control on the pane'],
    [of.accentHover, subtle, 3, 'hovered control on a raised part'],
    [of.onAccent, of.accent, 4.5, 'text on a control'],
    [of.onAccent, of.accentHover, 4.5, 'text on a hovered control'],
    [of.accentText, surface, 4.5, 'link or focus ring on the pane'],
    [of.accentText, subtle, 4.5, 'link or focus ring on a raised part'],
    [of.accentText, hover, 4.5, 'link or focus ring on a hovered part'],
  ];
  return pairs
    .filter(([one, other, least]) => contrast(one, other) < least)
    .map(([, , , name]) => `${scheme}: ${name}`);
}

const named = (sentence = ''): string => /that passes is (#[\da-f]{6})/.exec(sentence)?.[1] ?? '';

/** No mix with black or white is nearer in lightness and passes: neighbours of the product's own mixes differ by at most one step. */
function expectNearest(colour: string, found: string, passes: (mix: string) => boolean): void {
  const distance = (other: string): number => Math.abs(lightnessOf(other) - lightnessOf(colour));
  const oneStep = Math.abs(lightnessOf(mixed(found, 1 / 255)) - lightnessOf(mixed(found, -1 / 255)));
  for (let index = -1_000; index <= 1_000; index += 1) {
    const mix = mixed(colour, index / 1_000);
    if (passes(mix)) expect(distance(found), `${mix} for ${colour}`).toBeLessThanOrEqual(distance(mix) + oneStep);
  }
}

describe('a brand’s colours', () => {
  it('[F-AD8] have every contrast that WCAG 2.2 asks for, light and dark, at rest, hovered and focused, unless they are refused', () => {
    fc.assert(
      fc.property(brands, (brand) => {
        if (colourProblem(brand)) return;
        const { light, dark } = accentColours(brand);
        expect([...faults('light', light), ...faults('dark', dark)]).toEqual([]);
        expect(light.accent).toBe(brand.accent);
        if (brand.onAccent) expect(light.onAccent).toBe(brand.onAccent);
      }),
      { numRuns: countOf(400, 80) },
    );
  });

  it('[F-AD8] fail the same count when nothing adapts them (control)', () => {
    const accent = '#ffdd33';
    const unadapted = { accent, accentHover: accent, onAccent: '#ffffff', accentText: accent };
    expect(faults('light', unadapted)).toHaveLength(9);
  });

  it('[F-AD8] are refused by the nearest accent in lightness that passes', () => {
    fc.assert(
      fc.property(anyColour, (accent) => {
        const passes = (mix: string): boolean =>
          contrast(mix, palette.light.surface) >= 3 && contrast(mix, palette.light.subtle) >= 3;
        const problem = colourProblem({ accent });
        expect(problem?.field).toBe(passes(accent) ? undefined : 'accent');
        if (!problem) return;
        const nearest = named(problem.sentence);
        expect(colourProblem({ accent: nearest })).toBeUndefined();
        expectNearest(accent, nearest, passes);
      }),
      { numRuns: countOf(60, 15) },
    );
  });

  it('[F-AD8] are refused by the nearest text in lightness that can be read on the accent', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (accent, onAccent) => {
        fc.pre(!colourProblem({ accent }));
        const passes = (mix: string): boolean => contrast(mix, accent) >= 4.5;
        const problem = colourProblem({ accent, onAccent });
        expect(problem?.field).toBe(passes(onAccent) ? undefined : 'onAccent');
        if (!problem) return;
        const nearest = named(problem.sentence);
        expect(colourProblem({ accent, onAccent: nearest })).toBeUndefined();
        expectNearest(onAccent, nearest, passes);
        const ground = /accent under it (#[\da-f]{6})$/.exec(problem.sentence)?.[1];
        if (ground) expect(colourProblem({ accent: ground, onAccent })).toBeUndefined();
      }),
      { numRuns: countOf(60, 15) },
    );
  });

  it.each([
    [
      { accent: '#ffdd33' },
      'accent',
      'has a contrast of 1.21:1 on the light pane, and controls need 3:1. The nearest colour that passes is #a28c20',
    ],
    [
      { accent: '#1155dd', onAccent: '#ff8800' },
      'onAccent',
      'has a contrast of 2.6:1 on the accent #1155dd, and text needs 4.5:1. The nearest colour that passes is #ffd4a2, and the nearest accent under it #0b368d',
    ],
    [
      { accent: '#d9480f', onAccent: '#ffffff' },
      'onAccent',
      'has a contrast of 4.29:1 on the accent #d9480f, and text needs 4.5:1. The nearest colour that passes is #0d0d0d, and the nearest accent under it #d3460f',
    ],
    [{ onAccent: '#ffffff' }, 'onAccent', 'is the text on an accent: name the accent too'],
  ])('[F-AD8] are refused in words: %j', (brand, field, sentence) => {
    expect(colourProblem(brand)).toEqual({ field, sentence });
  });

  it('[F-AD8] keep the text that the company chose in the dark scheme too, where it can be read', () => {
    expect(accentColours({ accent: '#c8102e', onAccent: '#ffffff' }).dark.onAccent).toBe('#ffffff');
    expect(accentColours({ accent: '#0a1f44', onAccent: '#e0e0e0' }).dark.onAccent).not.toBe('#e0e0e0');
  });

  it.each([['#1155dd'], ['#c8102e'], ['#3d4653'], ['#00875a']])('[F-AD8] show the pointer: %s changes', (accent) => {
    const { light, dark } = accentColours({ accent });
    expect(light.accentHover).not.toBe(light.accent);
    expect(dark.accentHover).not.toBe(dark.accent);
  });
});

it.each([
  ['#000000', 0],
  ['#010101', 0.27],
  ['#111111', 5.06],
  ['#808080', 53.59],
  ['#ff0000', 53.23],
  ['#ffffff', 100],
])('[F-AD8] the lightness of %s is %d, as in CIELAB', (colour, lightness) => {
  expect(lightnessOf(colour)).toBeCloseTo(lightness, 2);
});

it.each([
  ['#204060', -1, '#000000'],
  ['#204060', -0.5, '#102030'],
  ['#204060', 0, '#204060'],
  ['#204060', 0.5, '#90a0b0'],
  ['#204060', 1, '#ffffff'],
])('[F-AD8] %s mixed by %d is %s', (colour, share, expected) => {
  expect(mixed(colour, share)).toBe(expected);
});

describe('a brand’s CSS', () => {
  it('[F-AD8] has corners and fonts, and no colours without an accent', () => {
    expect(withStyles({ radius: 4, side: 'end', font: 'Inter' }).$styles).toEqual({
      pill: { borderRadius: 12, font: '600 16px/18px Inter, system-ui' },
      sheet: ':root{--cm-radius-control:4px;--cm-radius-pane:8px;--cm-font:Inter, system-ui}',
    });
    expect(withStyles({ radius: 0, side: 'end' }).$styles).toEqual({
      pill: { borderRadius: 0 },
      sheet: ':root{--cm-radius-control:0px;--cm-radius-pane:0px}',
    });
  });

  it('[F-AD8] has the colours of both schemes with an accent', () => {
    const { pill, sheet } = withStyles({ radius: 8, side: 'end', accent: '#7a1fa2' }).$styles ?? {};
    const { light, dark } = accentColours({ accent: '#7a1fa2' });
    expect(pill).toEqual({ borderRadius: 24, backgroundColor: '#7a1fa2', color: '#ffffff' });
    for (const { accent, accentHover, accentText } of [light, dark])
      for (const colour of [`accent:${accent};`, `accentHover:${accentHover};`, `accentText:${accentText}}`])
        expect(sheet).toContain(`--cm-color-${colour}`);
    expect(sheet).toMatch(
      /:root\[data-theme=brand\]\{[^}]+\}:root\[data-theme=brand\]\[data-color-scheme=dark\]\{[^}]+\}$/,
    );
  });

  it('[F-AD8] has the default colours, with a warning, where nobody could read the chosen ones', () => {
    const warnings: string[] = [];
    const warn = (sentence: string) => void warnings.push(sentence);
    const brand = { radius: 8, side: 'end', font: 'Inter' } as const;
    expect(readableBrand({ ...brand, accent: '#ffdd33', onAccent: '#000000' }, warn)).toEqual(withStyles(brand));
    expect(warnings).toEqual([
      expect.stringMatching(/^config\.json: brand\.accent: has a contrast .* default colours\.$/),
    ]);
    expect(readableBrand({ ...brand, accent: '#7a1fa2' }, warn).accent).toBe('#7a1fa2');
    expect(warnings).toHaveLength(1);
  });
});
