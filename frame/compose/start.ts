import { subscribe } from 'valtio/vanilla';
import * as hostEvents from '../../bridge/hostEvents.ts';
import { hasChat } from '../contact/hasChat.ts';
import { settleLocale } from '../contact/settleLocale.ts';
import type { Lazy } from '../platform/lazy.ts';
import { within } from '../platform/within.ts';
import { announceButton } from '../shell/announceButton.ts';
import type { PillStore } from '../shell/pillStore.ts';
import { runStartOrder } from '../shell/startOrder.ts';
import type { Core, Rooms } from '../widget.ts';
import { isPillOff, isSwitchedOff } from './drawing.ts';

/** How long the pill's first display waits for the translated texts, ms. Ours. */
const firstDisplayWaitMs = 3_000;

/** The start order of SH-007, and which of its steps download the rooms. */
export function composeStart(core: Core, pill: PillStore, rooms: Lazy<Rooms>, isReopened: boolean) {
  const { host, deployment, clock, log, lifetime, page, settings, query, contact, consent, visitor } = core;
  /** Steps that rooms which arrive later make up for. */
  let isOutreachDue = false;
  let isPageDue = false;

  function downloadForChat(): void {
    if (hasChat(contact.state.information)) rooms.prefetch();
  }

  async function lookUp(): Promise<void> {
    await Promise.all([consent.refresh(), visitor.whenReady(), chooseLocale()]);
    await within(clock, firstDisplayWaitMs, contact.load(core.lookupFacts()), undefined);
  }

  /** A locale that the address forces is asked for as it is. */
  async function chooseLocale(): Promise<void> {
    if (query.languageCode !== undefined || query.regionCode !== undefined) return;
    const fetchKeys = () => core.contactApi.keys(settings.focusArea, lifetime.signal);
    const { locale, textLocale } = await settleLocale(page, { clock, log, fetchKeys });
    page.locale = locale;
    page.textLocale = textLocale;
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
    isPageDue = true;
    if (settings.demo || new URL(page.facts.url).search !== '') rooms.prefetch();
    rooms.peek()?.startPage();
  }

  return {
    async run(): Promise<void> {
      if (isSwitchedOff(core)) return;
      lifetime.add(subscribe(contact.state, downloadForChat));
      visitor.pageSeen(page.facts.user);
      void visitor.start();
      await runStartOrder(
        {
          experiments: async () => {
            await consent.refresh();
            if (deployment.experiments) await (await rooms.get()).setUpExperiments();
          },
          contactLookup: lookUp,
          chatLookup: downloadForChat,
          activity: core.activity.start,
          styles: () => {
            core.applyLanguage();
            lifetime.add(subscribe(contact.state, core.applyLanguage));
          },
          nurture: () => {
            isOutreachDue = true;
            if (core.hasOutreach()) rooms.prefetch();
            rooms.peek()?.startOutreach();
          },
          rendering: render,
        },
        { log, lifetime },
      );
    },
    /** Steps that have passed while the rooms were not there. */
    roomsReady(loaded: Rooms): void {
      if (isOutreachDue) loaded.startOutreach();
      if (isPageDue) loaded.startPage();
    },
  };
}
