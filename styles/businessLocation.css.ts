import { style } from '@vanilla-extract/css';
import { size, theme } from './theme.css.ts';

export const location = style({
  borderBlockStart: `1px solid ${theme.color.hairline}`,
  paddingInline: 16,
  fontSize: size.small,
  color: theme.color.muted,
});

export const line = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 });

export const current = style({ minInlineSize: 0, paddingBlock: 8 });

export const name = style({
  position: 'absolute',
  inlineSize: 1,
  blockSize: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

export const failure = style({ paddingBlockEnd: 12, color: theme.color.danger });
