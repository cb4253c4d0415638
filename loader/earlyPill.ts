import type { PillDrawing } from '../bridge/records.ts';
import { rememberedPillKey } from '../bridge/wire.ts';
import { settings } from './config.ts';

/**
 * The pill to draw before the frame is there: as the frame has remembered it on an earlier page, else as the page says in `data-pill`.
 * Both are JSON of drawings by the language of the page. Throws when there is none, when it is not valid JSON, and when the browser
 * blocks the page's storage. Undefined when there is none for the language of this page.
 */
export const earlyDrawing = (): PillDrawing | undefined =>
  JSON.parse(localStorage[rememberedPillKey] ?? settings.pill)[document.documentElement.lang];

/** For the next page. An empty text means no pill, whatever `data-pill` says. Throws when the browser blocks the page's storage. */
export function storePill(drawings: string): void {
  localStorage[rememberedPillKey] = drawings;
}
