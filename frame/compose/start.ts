import * as hostEvents from '../../bridge/hostEvents.ts';
import { settleLocale } from '../contact/settleLocale.ts';
import { hasOwnParameters } from '../host/ownParameters.ts';
import { within } from '../platform/within.ts';
import type { PillStore } from '../shell/pillStore.ts';
import { runStartOrder } from '../shell/startOrder.ts';
import { isRegionAssumed } from '../text/locale.ts';
import type { FirstCore } from '../widget.ts';
import { isPillOff, isSwitchedOff } from './drawing.ts';
import { hasVariations } from './needs.ts';

/** How long the first display of the pill waits for translated texts, in ms. */
const firstDisplayWaitMs = 3_000;

interface StartParts {
  readonly pill: PillStore;
  /** The page has already received its ready events. */
  readonly isReopened: boolean;
  /** Called when the pill is shown. Downloads what this page needs without intent. */
  readonly meetNeeds: () => Promise<void>;
}

/**
 * The start order of SH-007: before the pill, only what the pill needs. The last step downloads what the page needs without intent:
 * experiments, then chat and outreach.
 */
export function composeStart(
  core: FirstCore,
  { pill, isReopened, meetNeeds }: StartParts,
): (onAnnounced: () => void) => Promise<void> {
  const { host, clock, log, lifetime, page, settings, query, contact, audience } = core;
  const { version } = core.deployment;

  /**
   * Waits for what the first display needs of the audience: the variations, and the visitor's data for the lookup (SH-106). It does not
   * wait for what the page already says about its visitor (`lookupFacts.ts`), and at most 500 ms for what the page has promised (F-SH28).
   */
  async function askAudience(): Promise<void> {
    const { url, isUserPromised } = page.state.facts;
    if (!hasVariations(core) && !hasOwnParameters(url) && !isUserPromised) return;
    // A reading of the page every 250 ms finds out whether the page has kept its promise.
    if (isUserPromised) {
      void host.page();
      clock.after(260, host.page);
    }
    try {
      const { visitor } = await audience.get();
      if (isUserPromised) await visitor.whenReady();
    } catch {} // The failure has been logged. The pill does not need the audience.
  }

  /**
   * Looks up the wanted locale at once, and another one if the focus area does not have it. The first answer is enough for
   * the pill. If the region is unknown, the list of locales comes first, so that one lookup is enough.
   */
  async function lookUp(): Promise<void> {
    await askAudience();
    const isAssumed = isRegionAssumed(page.state.locale);
    const choice = chooseLocale();
    const ask = (doubt?: Promise<unknown>): Promise<void> => contact.load(core.lookupFacts(), doubt);
    const wanted = isAssumed ? choice.then(() => ask()) : ask(choice);
    const chosen = choice.then((isOther) => (isOther && !isAssumed ? ask() : wanted));
    const enough = wanted.then(() => (contact.state.status === 'fetched' ? undefined : chosen));
    await within(clock, firstDisplayWaitMs, enough, undefined);
  }

  /**
   * Resolves to whether the locale has changed because the focus area does not have the wanted one. A locale in the address
   * is used unchanged.
   */
  async function chooseLocale(): Promise<boolean> {
    if (query.languageCode !== undefined || query.regionCode !== undefined) return false;
    const wanted = page.state.locale;
    const fetchKeys = () => core.contactApi.keys(settings, lifetime.signal);
    const { locale, textLocale } = await settleLocale(page.state, { clock, log, fetchKeys });
    // The visitor has chosen a locale in the meantime.
    if (page.state.locale !== wanted) return false;
    page.change({ locale, textLocale });
    return locale !== wanted;
  }

  /** Fires two events on the page, once each: the widget is ready, then the pill can be clicked (SH-009). */
  async function announce(): Promise<void> {
    await host.emit(hostEvents.ready, { version });
    const stops = [pill, core.pane, core.viewport].map(({ watch }) => lifetime.add(watch(check)));
    check();
    function check(): void {
      if (!pill.state.isShown || core.pane.state.isPillHidden || isPillOff(core)) return;
      for (const stop of stops) stop();
      void host.emit(hostEvents.buttonReady);
    }
  }

  async function render(): Promise<void> {
    await pill.start();
    core.drawing.draw();
    if (!isReopened) await announce();
  }

  return async (onAnnounced) => {
    if (isSwitchedOff(core)) {
      pill.refuse();
      core.drawing.draw();
      // The package waits for this event, because the page may switch the widget on later with `update`.
      if (!isReopened) void host.emit(hostEvents.ready, { version });
      onAnnounced();
      void meetNeeds();
      return;
    }
    // SH-100: before any service has answered. Not in a reloaded frame, because the visitor may have closed the pane.
    if (query.contactModule && !isReopened) core.pane.show({ takesFocus: false });
    void pill.load();
    await runStartOrder(
      {
        contactLookup: lookUp,
        activity() {
          core.activity.seenMs = clock.now();
        },
        styles: () => {
          core.applyLanguage();
          lifetime.add(contact.watch(core.applyLanguage));
        },
        async rendering() {
          await render();
          onAnnounced();
        },
        needs: meetNeeds,
      },
      { log, lifetime },
    );
  };
}
