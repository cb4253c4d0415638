import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { within } from '../platform/within.ts';
import { isSameLocale, type Locale, pickLocaleKey } from '../text/locale.ts';
import { keysWaitMs } from './limits.ts';

export interface LocalePair {
  /** The locale of the bundle. */
  readonly locale: Locale;
  readonly textLocale: Locale;
}

/**
 * SH-085: the wanted locale if the focus area has it, else the nearest one. Never rejects: without a timely answer, the
 * wanted locale is looked up.
 */
export async function settleLocale(
  wanted: LocalePair,
  ports: { readonly fetchKeys: () => Promise<readonly Locale[]>; readonly clock: Clock; readonly log: Log },
): Promise<LocalePair> {
  try {
    const picked = pickLocaleKey(await within(ports.clock, keysWaitMs, ports.fetchKeys(), []), wanted.locale);
    if (!picked || isSameLocale(picked, wanted.locale)) return wanted;
    const hasOwnTexts = !isSameLocale(wanted.textLocale, wanted.locale);
    return { locale: picked, textLocale: hasOwnTexts ? wanted.textLocale : picked };
  } catch (error) {
    ports.log.warn('The locales could not be fetched.', error);
    return wanted;
  }
}
