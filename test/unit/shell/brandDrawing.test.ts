import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withStyles } from '../../../frame/shell/brand/brandStyles.ts';
import type { BrandDeployment } from '../../../frame/shell/brand/deployment.ts';
import { drawFrame, drawPill, type PillFacts } from '../../../frame/shell/hostDrawings.ts';
import { chooseTheme, sideOf } from '../../../frame/shell/theme.ts';
import { root } from '../../support/sources.ts';

const viewport = { width: 1280, height: 800, visibleHeight: 800, documentHeight: 800, scrollY: 0 };
const facts: PillFacts = {
  isShown: true,
  isSliding: false,
  isFolding: false,
  isCollapsed: false,
  isPaneHidden: true,
  isHidden: false,
  badge: '',
  text: "Let's talk",
  unreadLabel: "Let's talk, 3 unread",
  theme: 'brand',
  side: 'right',
  bottomPx: 16,
};
const brand: BrandDeployment = withStyles({
  accent: '#7a1fa2',
  font: '"Source Sans 3", Inter',
  radius: 4,
  side: 'end',
  sign: '?',
});

describe('a brand’s pill', () => {
  const drawn = (change: Partial<PillFacts>, given?: BrandDeployment) =>
    drawPill({ ...facts, ...change }, viewport, given);

  it('[F-AD8] has the accent with readable text, the font and the corners', () => {
    expect(drawn({}, brand)).toMatchObject({
      ...{ backgroundColor: '#7a1fa2', color: '#ffffff', borderRadius: '12px' },
      font: '600 16px/18px "Source Sans 3", Inter, system-ui',
    });
  });

  it('[F-AD8][SH-153] has the colours of a theme that the page names, with the brand’s font and corners', () => {
    const { font } = drawn({}, brand);
    expect(drawn({ theme: 'yellow' }, brand)).toMatchObject({
      ...{ backgroundColor: '#fd3', color: '#000', borderRadius: '12px', font },
    });
  });

  it('[F-AD8] is drawn as without a brand for one that names nothing', () => {
    const plain = withStyles({ radius: 8, side: 'end' });
    expect(drawn({ theme: 'blue' }, plain)).toEqual(drawn({ theme: 'blue' }));
  });

  it('[F-AD8][SH-027] shows the sign beside the number of unread messages, and says the sign in no name', () => {
    const at = (badge: string) => drawPill({ ...facts, badge }, viewport, brand);
    expect(at('')).toMatchObject({ name: '?', value: '', textContent: "Let's talk", ariaLabel: "Let's talk" });
    expect(at('3')).toMatchObject({ name: '?', value: '3', ariaLabel: "Let's talk, 3 unread" });
  });
});

describe('a brand’s pane', () => {
  it('[F-AD8] has twice the corners, on the page as in the frame', () => {
    const place = { mode: 'pane', side: 'right', width: 320, height: 620, bottom: 16 } as const;
    const frame = { ...place, label: 'Contact', isHidden: false };
    expect(drawFrame(frame, viewport, brand).borderRadius).toBe('8px');
    expect(drawFrame(frame, viewport).borderRadius).toBe('16px');
    expect(brand.$styles?.sheet).toContain('--cm-radius-control:4px;--cm-radius-pane:8px');
  });

  it('[F-AD8] sets only tokens that the sheets use', () => {
    const used = readFileSync(join(root, 'styles/theme.css.ts'), 'utf8');
    const tokens = [...(brand.$styles?.sheet ?? '').matchAll(/--cm-([\w-]+):/g)].map(([, name = '']) => name);
    expect(new Set(tokens)).toEqual(
      new Set([
        'radius-control',
        'radius-pane',
        'font',
        'color-accent',
        'color-accentHover',
        'color-onAccent',
        'color-accentText',
      ]),
    );
    for (const name of tokens)
      expect(used).toMatch(name.startsWith('color-') ? new RegExp(`\\b${name.slice(6)}: null`) : `var(--cm-${name},`);
  });

  it('[F-AD8] leaves the colours to the themes without an accent', () => {
    expect(withStyles({ radius: 8, side: 'end' }).$styles?.sheet).not.toContain('color');
  });
});

it.each([
  [undefined, undefined, 'brand'],
  ['pink', undefined, 'brand'],
  ['brand', undefined, 'brand'],
  ['blue', undefined, 'blue'],
  [undefined, 'grey', 'grey'],
])(
  '[F-AD8][SH-153] a brand’s accent is the default theme: setting %j and variation %j give %s',
  (setting, variation, theme) => {
    expect(chooseTheme(setting, variation, '#7a1fa2')).toBe(theme);
  },
);

it.each([
  ['en', 'end', 'right'],
  ['en', 'start', 'left'],
  ['ar', 'end', 'left'],
  ['ar', 'start', 'right'],
] as const)('[F-AD8][SH-154] in %s the side "%s" is on the %s', (language, side, expected) => {
  expect(sideOf(language, side)).toBe(expected);
});
