import { style } from '@vanilla-extract/css';
import { space } from './theme.css.ts';

/** The form in the pane, and what is shown in its place. */
export const form = style({ display: 'flex', flexDirection: 'column', gap: space.m });
export const outcome = style({ display: 'flex', flexDirection: 'column', gap: space.m, outline: 'none' });
