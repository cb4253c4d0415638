import { subscribe } from 'valtio/vanilla';
import * as hostEvents from '../../bridge/hostEvents.ts';
import { settleLocale } from '../contact/settleLocale.ts';
import { within } from '../platform/within.ts';
import { announceButton } from '../shell/announceButton.ts';
import type { PillStore } from '../shell/pillStore.ts';
import { runStartOrder } from '../shell/startOrder.ts';
import type { Core } from '../widget.ts';
import { isPillOff, isSwitchedOff } from './drawing.ts';

/** How long the pill's first display waits for the translated texts, ms. Ours. */
const firstDisplayWaitMs = 3_000;

interface StartParts {
  readonly pill: PillStore;
  /** The page has already received its ready events. */
  readonly isReopened: boolean;
  /** The pill is there: downloads what this page needs without intent. */
  readonly meetNeeds: () => Promise<void>;
}

/** The start order of SH-007: the pill first, and nothing that it does not need before it. */
export function composeStart(core: Core, { pill, isReopened, meetNeeds }: StartParts): () => Promise<void> {
  const { host, clock, log, lifetime, page, settings, query, contact, consent, visitor } = core;

  /** Asks for the wanted locale at once, and again if the focus area has another one. The first answer is enough for the pill. */
  async function lookUp(): Promise<void> {
    const choice = chooseLocale();
    const wanted = contact.load(core.lookupFacts(), choice);
    const chosen = choice.then((isOther) => (isOther ? contact.load(core.lookupFacts()) : wanted));
    const enough = wanted.then(() => (contact.state.status === 'fetched' ? undefined : chosen));
    await within(clock, firstDisplayWaitMs, enough, undefined);
  }

  /** Resolves to whether the focus area has another locale than the wanted one. One that the address forces is asked for as it is. */
  async function chooseLocale(): Promise<boolean> {
    if (query.languageCode !== undefined || query.regionCode !== undefined) return false;
    const wanted = page.locale;
    const fetchKeys = () => core.contactApi.keys(settings.focusArea, lifetime.signal);
    const { locale, textLocale } = await settleLocale(page, { clock, log, fetchKeys });
    // The visitor has chosen one meanwhile.
    if (page.locale !== wanted) return false;
    page.locale = locale;
    page.textLocale = textLocale;
    return locale !== wanted;
  }

  /** The page learns once that the widget is ready, then once that the pill can be clicked (SH-009). */
  async function announce(): Promise<void> {
    await host.emit(hostEvents.ready);
    announceButton({
      lifetime,
      isClickable: () => pill.state.isShown && !isPillOff(core),
      onChange(listener) {
        const stops = [pill.state, core.viewport.state].map((state) => subscribe(state, listener));
        return () => {
          for (const stop of stops) stop();
        };
      },
      announce: () => void host.emit(hostEvents.buttonReady).catch(() => {}), // The page is gone.
    });
  }

  async function render(): Promise<void> {
    await pill.start();
    core.drawing.draw();
    if (!isReopened) await announce();
  }

  return async () => {
    if (isSwitchedOff(core)) {
      pill.refuse();
      core.drawing.draw();
      void meetNeeds();
      return;
    }
    void pill.load();
    void consent.refresh();
    visitor.pageSeen(page.facts.user);
    void visitor.start();
    await runStartOrder(
      {
        contactLookup: lookUp,
        activity: core.activity.start,
        styles: () => {
          core.applyLanguage();
          lifetime.add(subscribe(contact.state, core.applyLanguage));
        },
        rendering: render,
        needs: meetNeeds,
      },
      { log, lifetime },
    );
  };
}
