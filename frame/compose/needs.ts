import { hasTraces } from '../chat/hasTraces.ts';
import { hasOwnParameters } from '../host/ownParameters.ts';
import type { ConsentStore } from '../insight/consentStore.ts';
import { whenIdle } from '../platform/clock.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';
import { storedEntries } from '../platform/storedEntries.ts';
import type { FirstCore, Rooms } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';

export interface Needs {
  /** The pill is there. Resolves when the browser is idle and the needs of the page are known. */
  begin(): Promise<void>;
  /** The page has changed, or the rooms have arrived. */
  check(): void;
  /** The visitor did something on the page. */
  visitorActed(): void;
  paneShown(): void;
  /** From now on it is known what the visitor allows. */
  audienceKnown(consent: ConsentStore): void;
}

/** Whether something is known of the visitor: from the page, its address, or the variations that an earlier page has remembered. */
export function saysWhoVisits({ page, deployment }: Pick<FirstCore, 'page' | 'deployment'>): boolean {
  const { facts } = page.state;
  return hasOwnParameters(facts.url) || Object.keys(facts.user).length > 0 || hasVariations({ page, deployment });
}

export function hasVariations({ page, deployment }: Pick<FirstCore, 'page' | 'deployment'>): boolean {
  return deployment.experiments !== undefined && Object.keys(page.state.variations).length > 0;
}

/** Whether the audience is downloaded beside the lookup. The geo service tells it the visitor's country. */
export function wantsAudience(core: Pick<FirstCore, 'page' | 'deployment'>): boolean {
  return saysWhoVisits(core) || core.deployment.visitor.geoHosts.length > 0;
}

/** What downloads the rooms without intent. README.md has the list, with the reasons. */
export function composeNeeds(core: FirstCore, rooms: Lazy<Rooms>): Needs {
  const { clock, log, lifetime, self, page, settings, contact, audience } = core;
  const beganMs = clock.now();
  const isOff = isSwitchedOff(core);
  let hasBegun = false;
  let isPageStarted = false;
  let actedMs = beganMs;
  const outreach = createLazy({
    clock,
    lifetime,
    download: () => Promise.all([import('./outreachWatch.ts'), audience.get()]),
    create: ([{ watchOutreach }, { consent }]) =>
      watchOutreach({ ...core, consent }, { beganMs, actedMs: () => actedMs, wake: rooms.prefetch }),
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
    const mustDelete = 'cm-marketing' in stored && audience.peek()?.consent.isAllowed('analytics') === false;
    // Campaigns count on every page, also on one without contact (SH-110).
    if (mustDelete || hasOwnParameters(page.state.facts.url)) rooms.prefetch();
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
      const mayShow = !isOff && (wantsAudience(core) || core.hasOutreach());
      const isAudienceNeeded = mayShow || 'cm-marketing' in storedEntries(self);
      const known = isAudienceNeeded ? audience.get().then(({ visitor }) => visitor.whenReady()) : undefined;
      // Without it nothing is shown unasked, and the failure has been logged.
      await Promise.all([known?.catch(() => {}), new Promise<void>(whenIdle)]);
      hasBegun = true;
      lifetime.add(contact.watch(check));
      // Another tab has begun a conversation.
      self.addEventListener('storage', check, { signal: lifetime.signal });
      check();
    },
    check,
    visitorActed() {
      actedMs = clock.now();
    },
    paneShown: () => outreach.peek()?.paneShown(),
    audienceKnown(consent) {
      lifetime.add(consent.watch(check));
      check();
    },
  };
}
