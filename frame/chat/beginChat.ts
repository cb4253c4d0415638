import { textOf } from '../host/queryValue.ts';
import { describeError } from '../platform/errors.ts';
import { type AdapterId, queueTypes } from './adapters.ts';
import type { StartType } from './channel.ts';
import { isLive } from './chatState.ts';
import { chooseAdapter, queueOrder } from './chooseConversation.ts';
import type { ChatContext } from './context.ts';
import { overlayMaxMs, preferredWaitMs } from './limits.ts';
import { openChannel } from './openChannels.ts';
import { recallTransfers } from './recallTransfers.ts';
import { type Route, routesOf } from './routing.ts';
import { readConversations, readExternalEntry } from './savedConversations.ts';
import { readSeenCookies } from './seenCookies.ts';
import { resumeConversation } from './startConversation.ts';
import { adapterById } from './state.ts';

type StartChat = (startType: StartType, adapterId?: AdapterId) => Promise<void>;

/** The page's channels open side by side: none of them waits for another, and no visitor for one that hangs. */
export function createBeginning(
  context: ChatContext,
  startChat: StartChat,
  watch: (listener: () => void) => () => void,
) {
  const { state, ports } = context;
  /** Routes whose channel has not finished its init. */
  const opening = new Set<AdapterId>();
  /** What ran before a reload goes on first. */
  const resuming = new Set<AdapterId>();
  const waiting = new Set<() => void>();
  let isBegun = false;
  /** A visitor's patience is spent once: with what would come first, and with what ran before a reload. */
  let isLate = false;
  let isOverdue = false;
  const look = (): void => {
    for (const one of waiting) one();
  };

  /** Opens the page's channels, goes on with what ran before a reload, and obeys the start parameters (CH-010). */
  async function begin(): Promise<void> {
    const external = readExternalEntry(ports.storage);
    const facts = {
      entries: ports.entries,
      pages: ports.deployment.pages,
      pageUrl: ports.page().url,
      focusArea: ports.place().focusArea,
      query: ports.query,
      external: undefined,
    };
    const own = routesOf(facts, ports.log);
    const routes = external ? routesOf({ ...facts, external }, ports.log) : own;
    for (const { adapterId, entry } of own) context.own.set(adapterId, entry);
    const draft = ports.storage.read('cm-draft');
    if (typeof draft === 'string') state.draft = draft;
    void readSeenCookies(context);
    const saved = readConversations(ports.storage);
    for (const one of saved) context.saved.set(one.adapterId, one);
    for (const { adapterId } of routes) {
      opening.add(adapterId);
      if (context.saved.has(adapterId)) resuming.add(adapterId);
    }
    const isAsked = ports.query.startChat !== undefined && ports.query.startChat !== false;
    const account = textOf(ports.query.continueChat);
    const all = Promise.all(routes.map(openRoute)).then(() => {
      recallTransfers(context, saved);
      // CH-060: in force until its chat ends, which may have been while nobody was here.
      if (external && !state.conversations.some((one) => isLive(one.state))) ports.storage.remove('cm-external-config');
      isBegun = true;
      look();
    });
    if (account === undefined && isAsked) await whenUsable();
    else await all;
    if (account !== undefined && (await continueChat(account))) return;
    if (isAsked && chooseAdapter(state.adapters)) await startChat('queryParameter');
    else if (isAsked) ports.pane.show('queryParameter'); // SH-099: without a chat the menu answers.
    await all;
  }

  async function openRoute(route: Route): Promise<void> {
    const { adapterId } = route;
    const opened = await openChannel(context, route).catch((error: unknown) => {
      ports.log.error('A chat channel could not be loaded.', describeError(error));
      return undefined;
    });
    await opened?.ready;
    opening.delete(adapterId);
    const before = context.saved.get(adapterId);
    if (opened && resuming.has(adapterId) && before) await resumeConversation(context, adapterId, before);
    resuming.delete(adapterId);
    look();
  }

  async function continueChat(account: string): Promise<boolean> {
    const live = state.adapters.filter((one) => one.queueType === 'sync' || one.queueType === 'async');
    for (const adapter of live) {
      if (await resumeConversation(context, adapter.id, { account })) {
        ports.pane.show('queryParameter');
        return true;
      }
    }
    return false;
  }

  /** A chat can be started in the order of CH-009: what is still opening and would come first gets a moment. */
  function isUsable(adapterId: AdapterId | undefined): boolean {
    if (isBegun) return true;
    if (resuming.size > 0 && !isOverdue) return false;
    if (adapterId !== undefined) return adapterById(state, adapterId)?.isReady === true;
    const chosen = chooseAdapter(state.adapters);
    if (!chosen) return false;
    const rank = queueOrder.indexOf(chosen.queueType);
    return isLate || ![...opening].some((id) => queueOrder.indexOf(queueTypes[id]) < rank);
  }

  /** Resolves once somebody can be talked to, or nobody after all; after 20 s with what there is. */
  function whenUsable(adapterId?: AdapterId): Promise<void> {
    const own = ports.lifetime.child();
    return new Promise((resolve) => {
      const settle = (): void => {
        if (isUsable(adapterId)) own.end();
      };
      own.add(() => {
        waiting.delete(settle);
        resolve();
      });
      waiting.add(settle);
      own.add(watch(settle));
      own.add(
        ports.clock.after(preferredWaitMs, () => {
          isLate = true;
          settle();
        }),
      );
      own.add(
        ports.clock.after(overlayMaxMs, () => {
          isOverdue = true;
          own.end();
        }),
      );
      settle();
    });
  }

  return {
    begin,
    whenUsable,
    isUsable,
  };
}
