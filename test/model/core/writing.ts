import type { User } from './service.ts';
import { type CorePage, type CoreTab, type CoreWorld, livePages } from './world.ts';

export interface At {
  readonly world: CoreWorld;
  readonly tab: CoreTab;
  readonly page: CorePage;
}

/** Words that are in use already, where the setup says so. */
export const newWords = (world: CoreWorld, user: User): string =>
  world.setup.repeats && world.random() < 0.6 ? `${user} yes` : `${user} ${world.written.length + 1}`;

/** Writes a text, and remembers what came before it. Returns its id. */
export function write({ world, page }: At, text: string, user: User): string {
  const { channel } = page;
  const id = world.createId();
  const shown = channel.log.filter((one) => one.from === 'visitor' && one.status === 'pending').map((one) => one.id);
  world.written.push({
    ...{ id, text, user, page, writtenAt: world.clock.now(), conversationId: channel.conversationId },
    after: [...new Set([...shown, ...openTexts(world, page)])],
    ...{
      sent: undefined,
      isHiddenByRestart: false,
      wasUnsent: false,
      retries: 0,
      isRaced: isRaced(world, page),
      mayBeMissing:
        user === world.user ? confusable(world, page, text) : 'its page did not know yet that its user had left',
    },
  });
  if (user !== world.user) world.isCleared = false;
  channel.write(id, text);
  return id;
}

const isRaced = (world: CoreWorld, page: CorePage): boolean =>
  livePages(world).some((one) => one !== page && one.channel.conversationId === undefined && !one.channel.isConnected);

/** Without ids, the same words from another device that a page has not seen yet cannot be told from its own. */
function confusable(world: CoreWorld, { channel }: CorePage, text: string): string | undefined {
  if (world.setup.ids) return undefined;
  const isUnseen = world.service.conversations.some(({ user, events }) =>
    events.some(
      (event) =>
        user === channel.user &&
        event.text === text &&
        world.written.some((one) => one.id === event.clientId && one.page === undefined) &&
        !channel.log.some((item) => item.eventId === event.id),
    ),
  );
  return isUnseen ? 'it cannot be told from the text of another device' : undefined;
}

/** The tab's texts whose outcome its visitor does not know yet, in whatever page load. */
function openTexts(world: CoreWorld, page: CorePage): readonly string[] {
  const { channel } = page;
  const sent = channel.log.filter((one) => one.status === 'sent').map((one) => one.id);
  return world.written
    .filter((one) => one.page?.drafts === page.drafts && one.user === channel.user && !sent.includes(one.id))
    .filter((one) => one.page === page || maySend(page, one.id))
    .map((one) => one.id);
}

/** Whether a page may send a text from before it was loaded. Until it has its place back, another tab may have it, and be frozen. */
function maySend({ document }: CorePage, id: string): boolean {
  const entry = document.storage.read('cm-outbox', `model.${id}`) as { readonly tabId?: string } | null | undefined;
  return entry?.tabId !== undefined && document.tabs.holds(entry.tabId);
}
