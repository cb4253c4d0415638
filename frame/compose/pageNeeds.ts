import { hasStoredChat } from '../chat/conversations/hasStoredChat.ts';
import { hasOwnParameters } from '../host/ownParameters.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';
import { storedEntries } from '../platform/storedEntries.ts';
import type { FirstCore, Rooms } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';
import { saysWhoVisits } from './needs.ts';

interface PageNeedsPorts {
  readonly rooms: Lazy<Rooms>;
  /** When the widget started on this page. */
  readonly startedMs: number;
  /** When the visitor last did something on this page. */
  readonly actedMs: () => number;
}

export interface PageNeeds {
  /** Called when the page, its lookup or the frame's storage has changed. */
  check(): void;
  /** The rooms are downloaded. */
  end(): void;
}

/**
 * Downloads the audience, the rooms or the watch of outreach if the page needs them without intent. README.md lists the reasons.
 * Downloaded itself only for a page that may need something (`needs.ts`).
 */
export async function composePageNeeds(
  core: FirstCore,
  { rooms, startedMs, actedMs }: PageNeedsPorts,
): Promise<PageNeeds> {
  const { clock, log, lifetime, self, page, settings, audience, pane } = core;
  const isOff = isSwitchedOff(core);
  /** Until the rooms count: of two counts, one would not know what the other has marked. */
  const watching = lifetime.child();
  const outreach = createLazy({
    clock,
    lifetime: watching,
    download: () => Promise.all([import('./outreachWatch.ts'), audience.get()]),
    create: ([{ watchOutreach }, { consent }]) =>
      watchOutreach({ ...core, lifetime: watching, consent }, { startedMs, actedMs, wake: rooms.prefetch }),
    // SH-177: this page only lacks pop-up and notifications.
    onFailure: (error) => log.warn('Outreach could not be loaded.', error),
    retries: 'onRequest',
  });

  function check(): void {
    if (rooms.peek()) return;
    const stored = storedEntries(self);
    const consent = audience.peek()?.consent;
    if ('cm-visitor' in stored) audience.prefetch();
    // Only the rooms know whether the visitor has agreed to chat in the pane (`cm-consent`).
    const mustDelete =
      consent &&
      (('cm-marketing' in stored && !consent.isAllowed('analytics')) ||
        (!isOff && 'cm-variations' in stored && !consent.isAllowed('experiments')) ||
        ('cm-visitor' in stored && !('cm-consent' in stored) && consent.isChatRefused()));
    // Campaigns are recorded on every page, even where the widget is switched off (SH-110).
    if (mustDelete || hasOwnParameters(page.state.facts.url)) rooms.prefetch();
    else if (isOff) return;
    else if (settings.demo || hasStoredChat(stored)) rooms.prefetch();
    else if (core.hasOutreach()) outreach.prefetch();
  }

  // The audience gets the visitor's country from the geo service.
  const hasGeo = core.deployment.visitor.geoHosts.length > 0;
  const mayShow = !isOff && (saysWhoVisits(core) || hasGeo || core.hasOutreach());
  if (mayShow || 'cm-marketing' in storedEntries(self))
    // The failure has been logged. No invitation is shown without the audience.
    await audience.get().then(
      ({ visitor }) => visitor.whenReady(),
      () => {},
    );
  lifetime.add(
    pane.watch(() => {
      if (!pane.state.isPaneHidden) outreach.peek()?.paneShown();
    }),
  );
  return { check, end: watching.end };
}
