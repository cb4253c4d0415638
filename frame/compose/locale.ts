import { keysOf } from '../contact/bundle.ts';
import { createError } from '../platform/errors.ts';
import type { FrameStorage } from '../platform/storage.ts';
import { type Locale, parseStoredLocale } from '../text/locale.ts';
import { createLocaleStore } from '../text/localeStore.ts';
import type { Core, Widget } from '../widget.ts';

/** The locale picker, wired to the contact room's bundles. A choice belongs to all tabs and pages of the visitor (F-SH26). */
export function composeLocale(core: Core, storage: FrameStorage, onShown: (locale: Locale) => void): Widget['locale'] {
  const { log, lifetime, deployment, contact, contactApi, lookupFacts, page, query, stored } = core;
  /** The choice that this page shows, or has tried to show, as stored. */
  let followed = stored['cm-locale'];

  const store = createLocaleStore(
    {
      log,
      async changeBundle(wanted, isWanted, isSilent) {
        // A lookup of the start may have replaced this one. The visitor's choice wins.
        while (!(await contact.change(lookupFacts({ locale: wanted }), isWanted)))
          if (!isWanted() || lifetime.ended) return;
        page.locale = page.textLocale = wanted;
        page.isLocaleChosen = true;
        // A choice that is followed is stored, unless it has been deleted since.
        if (!isSilent) storage.write('cm-locale', wanted);
        followed = JSON.stringify(wanted);
        onShown(wanted);
      },
      async fetchKeys() {
        const answer = await contactApi.lookup(lookupFacts(), lifetime.signal, deployment.contact.paths.focusArea);
        if (!answer) throw createError('ANSWER_INVALID', 'no locales');
        return keysOf(answer);
      },
    },
    page.locale,
  );

  function follow(): void {
    const choice = storage.read('cm-locale');
    const text = JSON.stringify(choice);
    if (text === followed || !contact.state.information) return;
    followed = text;
    const locale = parseStoredLocale(choice);
    // As at the start, a locale in the address wins.
    if (locale && (query.languageCode ?? query.regionCode) === undefined) void store.choose(locale, true);
  }
  return { ...store, follow };
}
