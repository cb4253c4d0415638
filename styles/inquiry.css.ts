import { style } from '@vanilla-extract/css';

/** The form in the pane, and what stands in its place. */
export const form = style({ display: 'flex', flexDirection: 'column', gap: 12 });
export const outcome = style({ display: 'flex', flexDirection: 'column', gap: 12, outline: 'none' });
