import { describe, expect, it } from 'vitest';
import { readSources } from '../support/sources.ts';

/** The style sheets take distances, type, radii, elevation, motion and states from the tokens of `styles/theme.css.ts`. */

/** The properties that have tokens. */
const properties = [
  '(?:row|column)?[gG]ap|(?:padding|margin)(?:Block|Inline)?(?:Start|End)?',
  'fontSize|fontWeight|lineHeight|letterSpacing',
  'border\\w*Radius|boxShadow|outlineOffset|textUnderlineOffset',
  'transition|animation(?:Duration|Delay)?|opacity',
].join('|');

/** Have no tokens: the loader's sheet, the one that must work alone, and the tokens themselves. */
const without = /\/(?:pill|fallback|theme)\.css\.ts$/;

/** Values that are no token, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  "chat.css.ts lineHeight: '21px'": 'two lines of the composer, whose greatest height is set in px',
  'chat.css.ts animation: `${late} 1ms 2s`': 'its start is the moment from which a text counts as late',
  "chat.css.ts animationDelay: '0.15s'": 'the second of three dots',
  "chat.css.ts animationDelay: '0.3s'": 'the third of three dots',
  'mixins.ts outlineOffset: -6': 'inside the touch target: the corner would clip it',
  'outreach.css.ts boxShadow: `0 2px 10px color-mix(in srgb, ${theme.color.backdrop} 45%, transparent)`':
    'fits into the 12 px that the frame has around a card',
  "reset.css.ts animationDuration: '0.01ms !important'": 'no motion for who prefers none',
  "scheduler.css.ts paddingBlock: 'clamp(0px, 6vh, 64px)'": 'in landing mode the scheduler is the page',
  'scheduler.css.ts animation: `${appear} ${loop} 0.2s infinite alternate backwards`':
    'an answer that comes at once shows no line',
  'shell.css.ts outlineOffset: -1': 'the line along the edge, as wide as itself inside',
  'ui.css.ts margin: -1': 'hides the box that only screen readers read',
};

/** The declarations of a sheet whose values have numbers of their own. 0 and the width of a line, 1px, are the same everywhere. */
function ownValues(sheet: string): readonly string[] {
  const declaration = new RegExp(`\\b(?:${properties}): (?:'[^']*'|\`[^\`]*\`|-?[\\d.]+)`, 'g');
  const code = sheet.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return [...code.matchAll(declaration)]
    .map(([text]) => text)
    .filter((text) => /\d/.test(text.replaceAll(/\$\{[^}]*\}|(?<![\w.-])(?:0|1px)(?![\w.])|opacity: 1/g, '')));
}

describe('the style sheets', () => {
  const found = readSources(['styles'], /\.css\.ts$|mixins/)
    .filter(({ path }) => !without.test(path))
    .flatMap(({ path, text }) => ownValues(text).map((value) => `${path.split('/').at(-1)} ${value}`));

  it('use tokens for distances, type, radii, elevation, motion and states', () => {
    expect(found.filter((value) => exceptions[value] === undefined)).toEqual([]);
  });

  it('still need each exception', () => {
    expect(Object.keys(exceptions).filter((value) => !found.includes(value))).toEqual([]);
  });
});

it('the check finds values of its own, and passes tokens, none and lines', () => {
  expect(ownValues("{ gap: 8, margin: '0 auto', opacity: 1, outlineOffset: -6, borderRadius: '6px' }")).toEqual([
    'gap: 8',
    'outlineOffset: -6',
    "borderRadius: '6px'",
  ]);
  const tokens = ['padding: `calc($', '{space.l} + 1px) 0`, boxShadow: `0 0 0 1px $', '{theme.color.text}`'].join('');
  expect(ownValues(tokens)).toEqual([]);
});
