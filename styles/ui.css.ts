import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css';
import { radius, target, theme } from './theme.css.ts';

const control = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: target.touch,
  padding: '8px 16px',
  border: '1px solid transparent',
  borderRadius: radius.control,
  background: 'none',
  fontWeight: 600,
  lineHeight: 1.3,
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: `background ${theme.motion.feedback}, border-color ${theme.motion.feedback}`,
  selectors: {
    '&:disabled, &[aria-disabled=true]': { opacity: 0.55, cursor: 'default' },
  },
});

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
  quiet: [
    control,
    { padding: '8px 12px', color: theme.color.accentText, ':hover': { background: theme.color.subtle } },
  ],
  /** Leads to a loss: quiet in a list, filled where it happens. */
  danger: [
    control,
    { padding: '8px 12px', color: theme.color.danger, ':hover': { background: theme.color.dangerSubtle } },
  ],
  dangerous: [
    control,
    {
      borderColor: theme.color.danger,
      background: theme.color.dangerSubtle,
      color: theme.color.danger,
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

export const notice = styleVariants({
  info: { padding: 12, borderRadius: radius.control, background: theme.color.subtle },
  error: {
    padding: 12,
    borderRadius: radius.control,
    background: theme.color.dangerSubtle,
    border: `1px solid ${theme.color.danger}`,
  },
});

/** Buttons without a border begin where the text begins. */
for (const kind of Object.values(notice)) globalStyle(`${kind} ${button.quiet}`, { marginInlineStart: -12 });

const pulse = keyframes({ '50%': { opacity: 0.45 } });
export const skeleton = style({
  // Forced colours draw it.
  border: '1px solid transparent',
  borderRadius: radius.control,
  background: theme.color.subtle,
  animation: `${pulse} 1.6s ease-in-out infinite`,
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
