import type { PillDrawing } from '../bridge/records.ts';
import { rememberedPillKey } from '../bridge/wire.ts';
import { settings } from './config.ts';

/**
 * The pill to draw before the frame is there: the one that the frame stored on an earlier page, or else the one in `data-pill`. Both
 * are JSON, with a drawing for each language of the page. Returns undefined if there is no drawing for this page's language. Throws if
 * the JSON is missing or invalid, and if the browser blocks the page's storage.
 */
export const earlyDrawing = (): PillDrawing | undefined =>
  JSON.parse(localStorage[rememberedPillKey] ?? settings.pill)[document.documentElement.lang];

/** Throws when the browser blocks the page's storage. */
export function forgetPill(): void {
  delete localStorage[rememberedPillKey];
}

/** Stores the pill for the next page. An empty text means no pill, whatever `data-pill` says. Throws when the browser blocks the page's storage. */
export function storePill(drawings: string): void {
  localStorage[rememberedPillKey] = drawings;
}
