import { keysOf } from '../contact/bundle.ts';
import { createError } from '../platform/errors.ts';
import type { Locale } from '../text/locale.ts';
import { createLocaleStore, type LocaleStore } from '../text/localeStore.ts';
import type { Core } from '../widget.ts';

/** The locale picker, wired to the contact room's bundles. */
export function composeLocale(core: Core, onShown: (locale: Locale) => void): LocaleStore {
  const { log, lifetime, deployment, contact, contactApi, lookupFacts, page } = core;
  return createLocaleStore(
    {
      log,
      async changeBundle(wanted, isWanted) {
        // A lookup of the start may have replaced this one. The visitor's choice wins.
        while (!(await contact.change(lookupFacts({ locale: wanted }), isWanted)))
          if (!isWanted() || lifetime.ended) return;
        page.locale = page.textLocale = wanted;
        page.isLocaleChosen = true;
        onShown(wanted);
      },
      async fetchKeys() {
        const answer = await contactApi.lookup(lookupFacts(), lifetime.signal, deployment.contact.paths.focusArea);
        if (!answer) throw createError('ANSWER_INVALID', 'no locales of this focus area');
        return keysOf(answer);
      },
    },
    page.locale,
  );
}
