import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css';
import { palette } from './palette.ts';
import { leading, loop, motion, radius, space, state, target, theme, weight } from './theme.css.ts';

const control = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.s,
  minHeight: target.touch,
  padding: `${space.s} ${space.l}`,
  border: '1px solid transparent',
  borderRadius: radius.control,
  background: 'none',
  fontWeight: weight.strong,
  lineHeight: leading.title,
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: `background ${motion.feedback}, border-color ${motion.feedback}`,
  selectors: {
    '&:disabled, &[aria-disabled=true]': { opacity: state.disabled, cursor: 'default' },
  },
});

/** With its border, as far from its text as that of a field from its own: what begins at a negative distance is flush. */
const bare = `${space.s} calc(${space.m} - 1px)`;

/** One primary button per view, secondary next to it, quiet in lists and headers. */
export const button = styleVariants({
  primary: [
    control,
    {
      background: theme.color.accent,
      color: theme.color.onAccent,
      ':hover': { background: theme.color.accentHover },
    },
  ],
  secondary: [
    control,
    {
      borderColor: theme.color.control,
      color: theme.color.text,
      ':hover': { background: theme.color.subtle },
    },
  ],
  quiet: [control, { padding: bare, color: theme.color.accentText, ':hover': { background: theme.color.subtle } }],
  /** Leads to a loss: quiet in a list, filled where it happens. */
  danger: [control, { padding: bare, color: theme.color.danger, ':hover': { background: theme.color.dangerSubtle } }],
  dangerous: [
    control,
    {
      // White on red in both schemes: the dark one's red is made for text.
      background: palette.light.danger,
      color: palette.light.surface,
      ':hover': { borderColor: theme.color.text },
    },
  ],
  icon: [
    control,
    {
      minWidth: target.touch,
      padding: 0,
      color: theme.color.muted,
      ':hover': { background: theme.color.subtle, color: theme.color.text },
    },
  ],
});

export const wide = style({ width: '100%' });

/** Buttons begin where the text above them begins. */
const box = style({
  display: 'grid',
  justifyItems: 'start',
  alignSelf: 'stretch',
  gap: space.s,
  padding: space.m,
  borderRadius: radius.control,
});
export const notice = styleVariants({
  info: [box, { background: theme.color.subtle }],
  // Forced colours draw the line around it.
  error: [box, { background: theme.color.dangerSubtle, border: '1px solid transparent' }],
});
globalStyle(`${box} ${button.quiet}`, { marginBlock: `-${space.s}`, marginInlineStart: `-${space.m}` });

const pulse = keyframes({ '50%': { opacity: state.dimmed } });
export const skeleton = style({
  // Forced colours draw it.
  border: '1px solid transparent',
  borderRadius: radius.control,
  background: theme.color.subtle,
  animation: `${pulse} ${loop} infinite`,
});

export const visuallyHidden = style({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

globalStyle(`${control}:focus-visible`, {
  '@media': { '(forced-colors: active)': { outlineColor: 'Highlight' } },
});

/** Hidden until the picture has loaded. */
export const pendingPicture = style({ display: 'none' });
