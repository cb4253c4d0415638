import { subscribe } from 'valtio/vanilla';
import { hasTraces } from '../chat/hasTraces.ts';
import { hasOwnParameters } from '../host/ownParameters.ts';
import { whenIdle } from '../platform/clock.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';
import { storedEntries } from '../platform/storedEntries.ts';
import type { Core, Rooms } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';

export interface Needs {
  /** The pill is there. Resolves when the browser is idle and the needs of the page are known. */
  begin(): Promise<void>;
  /** The page has changed, or the rooms have arrived. */
  check(): void;
  /** The visitor did something on the page. */
  visitorActed(): void;
  paneShown(): void;
}

/** What downloads the rooms without intent. README.md has the list, with the reasons. */
export function composeNeeds(core: Core, rooms: Lazy<Rooms>): Needs {
  const { clock, log, lifetime, self, page, settings, contact, consent, visitor } = core;
  const beganMs = clock.now();
  const isOff = isSwitchedOff(core);
  let hasBegun = false;
  let isPageStarted = false;
  let actedMs = beganMs;
  const outreach = createLazy({
    clock,
    lifetime,
    download: () => import('./outreachWatch.ts'),
    create: ({ watchOutreach }) => watchOutreach(core, { beganMs, actedMs: () => actedMs, wake: rooms.prefetch }),
    // SH-177: only pop-up and notifications are missing, on this page.
    onFailure: (error) => log.warn('Outreach could not be loaded.', error),
    retries: 'onRequest',
  });

  function check(): void {
    if (!hasBegun) return;
    if (rooms.peek()) {
      void meet();
      return;
    }
    const stored = storedEntries(self);
    const mustDelete = 'cm-marketing' in stored && !consent.isAllowed('analytics');
    // Campaigns count on every page, also on one without contact (SH-110).
    if (mustDelete || hasOwnParameters(page.facts.url)) rooms.prefetch();
    else if (isOff) return;
    else if (settings.demo || hasTraces(stored)) rooms.prefetch();
    else if (core.hasOutreach()) outreach.prefetch();
  }

  /** The steps that follow the pill. Variations are set up before anything is shown unasked. */
  async function meet(): Promise<void> {
    const loaded = await rooms.get();
    if (isOff) return;
    if (!isPageStarted) loaded.startPage();
    isPageStarted = true;
    await loaded.setUpExperiments();
    if (lifetime.ended) return;
    outreach.peek()?.end();
    loaded.startOutreach(beganMs);
  }

  return {
    async begin() {
      await Promise.all([visitor.whenReady(), new Promise<void>(whenIdle)]);
      hasBegun = true;
      for (const state of [consent.state, contact.state]) lifetime.add(subscribe(state, check));
      // Another tab has begun a conversation.
      self.addEventListener('storage', check, { signal: lifetime.signal });
      check();
    },
    check,
    visitorActed() {
      actedMs = clock.now();
    },
    paneShown: () => outreach.peek()?.paneShown(),
  };
}
