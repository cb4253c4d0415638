import type { Viewport } from '../../bridge/records.ts';
import { scrollTriggerPx, shortPageDelayMs } from './limits.ts';

/** The trigger that shows the bot's welcome before the timer: scrolling on a tall page, otherwise a delay (SH-119, CH-186). */
export type BotTrigger = { readonly by: 'scroll' } | { readonly by: 'time'; readonly delayMs: number };

export function planBotTrigger({ documentHeight, height }: Viewport): BotTrigger {
  return documentHeight - height > scrollTriggerPx ? { by: 'scroll' } : { by: 'time', delayMs: shortPageDelayMs };
}

export function hasScrolledEnough(viewport: Viewport): boolean {
  return viewport.scrollY >= scrollTriggerPx;
}
