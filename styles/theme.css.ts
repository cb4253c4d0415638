import { createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css';
import { palette } from './palette.ts';

/** The frame's colours and shadow. Sheets use these tokens and no literal colours. */
export const theme = createGlobalThemeContract(
  {
    color: {
      /** Pane background. */
      surface: null,
      /** Raised or inset parts: the other side's bubbles, fields, skeletons. */
      subtle: null,
      hover: null,
      text: null,
      /** Secondary text, 4.5:1 on surface. */
      muted: null,
      hairline: null,
      /** Borders of controls, 3:1 on surface. */
      control: null,
      accent: null,
      accentHover: null,
      /** Text on accent. */
      onAccent: null,
      /** Accent colour for text, for lines on surface, and for the ring of what has the focus. */
      accentText: null,
      danger: null,
      dangerSubtle: null,
      success: null,
      backdrop: null,
    },
    shadow: { raised: null },
  },
  (_value, path) => `cm-${path.join('-')}`,
);

createGlobalTheme(':root', theme, {
  color: {
    ...palette.light,
    accent: '#15d',
    accentHover: '#0b49ae',
    onAccent: '#fff',
    accentText: '#15d',
  },
  shadow: { raised: '0 4px 20px rgb(15 20 28 / 22%)' },
});

const dark = {
  color: {
    ...palette.dark,
    accent: '#2563eb',
    accentHover: '#1d4fd8',
    onAccent: '#fff',
    accentText: '#8ab6ff',
  },
  shadow: { raised: '0 4px 20px rgb(0 0 0 / 60%)' },
};

function assign(values: Record<string, string>, group: 'color' | 'shadow' = 'color'): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--cm-${group}-${name}`, value]));
}

/** The core sets the attribute (frame/shell/colorScheme.ts). */
const whenDark = '[data-color-scheme="dark"]';

globalStyle(`:root${whenDark}`, {
  vars: { ...assign(dark.color), ...assign(dark.shadow, 'shadow'), '--cm-scheme': 'dark' },
});

/** One accent per button theme, with text colours chosen for contrast (SH-153). Yellow needs a darker tone as text. */
const accents = {
  yellow: {
    light: { accent: '#fd3', accentHover: '#f5c211', onAccent: '#161616', accentText: '#765a00' },
    dark: { accent: '#ffd23f', accentHover: '#ffe07a', onAccent: '#161616', accentText: '#ffd95c' },
  },
  grey: {
    light: { accent: '#3d4653', accentHover: '#262d37', onAccent: '#fff', accentText: '#3d4653' },
    dark: { accent: '#aeb8c6', accentHover: '#cbd2dc', onAccent: '#12161c', accentText: '#c3ccd8' },
  },
  'red-brand': {
    light: { accent: '#c8102e', accentHover: '#a00c24', onAccent: '#fff', accentText: '#b50e29' },
    dark: { accent: '#ff6b7d', accentHover: '#ff93a0', onAccent: '#1d0508', accentText: '#ff93a0' },
  },
};

for (const [name, { light, dark: darkAccent }] of Object.entries(accents)) {
  globalStyle(`:root[data-theme="${name}"]`, {
    vars: assign(light),
  });
  globalStyle(`:root[data-theme="${name}"]${whenDark}`, { vars: assign(darkAccent) });
}

/** For native controls and scroll bars. Not set on the root, where it would make the frame opaque. */
export const nativeScheme = 'var(--cm-scheme, light)';
/** Distances, from the width of a focus ring to that between the parts of a screen. `beside` has room for a face or an icon. */
export const space = {
  hair: '2px',
  xs: '4px',
  s: '8px',
  m: '12px',
  l: '16px',
  xl: '20px',
  xxl: '24px',
  beside: '36px',
} as const;
/** Font sizes in px. */
export const size = { small: 12, body: 14, large: 16, title: 20, landing: 28 } as const;
export const weight = { regular: 400, strong: 600 } as const;
/** Line heights: of titles and buttons, of what is read, and of what is read in Japanese and Chinese. */
export const leading = { title: 1.25, text: 1.45, dense: 1.6 } as const;
/** The variables are set by a brand only (frame/shell/brand/brandStyles.ts). */
export const radius = {
  pane: 'var(--cm-radius-pane, 16px)',
  control: 'var(--cm-radius-control, 8px)',
  small: '4px',
  round: '50%',
} as const;
/** What has the focus has this outline, inside where an edge would clip it. */
export const ring = { line: `2px solid ${theme.color.accentText}`, outside: 2, inside: -2 } as const;
/** How opaque a control is that cannot be pressed, and what is awaited while it pulses. */
export const state = { disabled: 0.6, dimmed: 0.4 } as const;
/** How long a control takes to change, and a surface to appear. Without motion, `reset.css.ts` ends both at once. */
export const motion = { feedback: '120ms ease-out', surface: '240ms ease-out' } as const;
/** One turn of an animation that goes on while something is awaited. */
export const loop = '1.2s';
/** Minimum sizes in px of touch and pointer targets. */
export const target = { touch: 44, pointer: 24 } as const;
export const fontStack =
  'var(--cm-font, system-ui), -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif';
