import { hasOwnParameters } from '../host/ownParameters.ts';
import { whenIdle } from '../platform/clock.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';
import { storedEntries } from '../platform/storedEntries.ts';
import type { FirstCore, Rooms } from '../widget.ts';

export interface Needs {
  /** Called when the pill is shown. Resolves when the browser is idle. */
  begin(): Promise<void>;
  /** Called when the page, its audience or the rooms have changed. */
  check(): void;
  /** Called after any input of the visitor on the page. */
  visitorActed(): void;
}

/** Whether the page, its address or stored variations of an earlier page say something about the visitor. */
export function saysWhoVisits(core: Pick<FirstCore, 'page' | 'deployment' | 'stored'>): boolean {
  const { url, user } = core.page.state.facts;
  return hasOwnParameters(url) || Object.keys(user).length > 0 || hasVariations(core);
}

/** Whether an earlier page has stored variations of pill and links. */
export function hasVariations({ deployment, stored }: Pick<FirstCore, 'deployment' | 'stored'>): boolean {
  return deployment.experiments !== undefined && (stored['cm-variations'] ?? '{}') !== '{}';
}

/**
 * Whether the page may need more than the core without intent. `pageNeeds.ts`, which is downloaded only then, finds out what.
 */
function mayNeedMore(core: FirstCore): boolean {
  return (
    saysWhoVisits(core) ||
    core.deployment.visitor.geoHosts.length > 0 ||
    core.hasOutreach() ||
    core.settings.demo ||
    Object.keys(storedEntries(core.self)).some((name) => name.startsWith('cm-'))
  );
}

/** Downloads more without intent if the page needs it, and starts the rooms on the page when they are downloaded. */
export function composeNeeds(core: FirstCore, rooms: Lazy<Rooms>): Needs {
  const { clock, log, lifetime, self } = core;
  /** When the widget started on this page. */
  const startedMs = clock.now();
  let hasBegun = false;
  let actedMs = startedMs;
  const pageNeeds = createLazy({
    clock,
    lifetime,
    download: () => import('./pageNeeds.ts'),
    create: ({ composePageNeeds }) => composePageNeeds(core, { rooms, startedMs, actedMs: () => actedMs }),
    // Without it, everything is downloaded at intent.
    onFailure: (error) => log.error('A part of the widget could not be downloaded.', error),
  });

  function check(): void {
    if (!hasBegun) return;
    const loaded = rooms.peek();
    if (loaded) {
      pageNeeds.peek()?.end();
      void loaded.startFeatures(startedMs);
    } else if (mayNeedMore(core)) pageNeeds.whenReady((needs) => needs.check());
  }

  return {
    async begin() {
      await new Promise<void>(whenIdle);
      hasBegun = true;
      lifetime.add(core.contact.watch(check));
      // Another tab, or a later page before the visitor came back, may have started a conversation. The rooms notice that themselves, and
      // a check makes them store variations: two tabs with different variations would answer each other without end.
      for (const type of ['storage', 'pageshow'])
        self.addEventListener(type, () => rooms.peek() || check(), { signal: lifetime.signal });
      check();
    },
    check,
    visitorActed() {
      actedMs = clock.now();
    },
  };
}
