import { hasTraces } from '../chat/hasTraces.ts';
import { hasOwnParameters } from '../host/ownParameters.ts';
import type { ConsentStore } from '../insight/consentStore.ts';
import { whenIdle } from '../platform/clock.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';
import { storedEntries } from '../platform/storedEntries.ts';
import type { FirstCore, Rooms } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';

export interface Needs {
  /** Called when the pill is shown. Resolves when the browser is idle and the needs of the page are known. */
  begin(): Promise<void>;
  /** Called when the page has changed, or the rooms have been downloaded. */
  check(): void;
  /** Called after any input of the visitor on the page. */
  visitorActed(): void;
  paneShown(): void;
  /** From now on the visitor's consent is known. */
  audienceKnown(consent: ConsentStore): void;
}

/** Whether the page, its address or stored variations of an earlier page say something about the visitor. */
export function saysWhoVisits({ page, deployment }: Pick<FirstCore, 'page' | 'deployment'>): boolean {
  const { facts } = page.state;
  return hasOwnParameters(facts.url) || Object.keys(facts.user).length > 0 || hasVariations({ page, deployment });
}

export function hasVariations({ page, deployment }: Pick<FirstCore, 'page' | 'deployment'>): boolean {
  return deployment.experiments !== undefined && Object.keys(page.state.variations).length > 0;
}

/** Downloads the rooms without intent if the page needs them. README.md lists the reasons. */
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
    // SH-177: this page only lacks pop-up and notifications.
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
    // Campaigns are recorded on every page, even where the widget is switched off (SH-110).
    if (mustDelete || hasOwnParameters(page.state.facts.url)) rooms.prefetch();
    else if (isOff) return;
    else if (settings.demo || hasTraces(stored)) rooms.prefetch();
    else if (core.hasOutreach()) outreach.prefetch();
  }

  /** The steps after the pill. Variations are set up before any invitation is shown. */
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
      // The audience gets the visitor's country from the geo service.
      const hasGeo = core.deployment.visitor.geoHosts.length > 0;
      const mayShow = !isOff && (saysWhoVisits(core) || hasGeo || core.hasOutreach());
      const isAudienceNeeded = mayShow || 'cm-marketing' in storedEntries(self);
      const known = isAudienceNeeded ? audience.get().then(({ visitor }) => visitor.whenReady()) : undefined;
      // The failure has been logged. No invitation is shown without the audience.
      await Promise.all([known?.catch(() => {}), new Promise<void>(whenIdle)]);
      hasBegun = true;
      lifetime.add(contact.watch(check));
      // Another tab may have started a conversation.
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
