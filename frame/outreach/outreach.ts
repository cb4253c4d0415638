import { hostKeys } from '../../bridge/wire.ts';
import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { CardContent } from '../shell/cards.ts';
import { createCardState } from './cardStore.ts';
import { createCount } from './count.ts';
import { nurtureTypesOf } from './nurtureType.ts';
import type { OutreachPorts } from './ports.ts';
import type { Proactive } from './proactive.ts';
import { hasStart, parseProactiveRecord } from './proactiveRecord.ts';
import type { createRoom, Room } from './room.ts';

export type LoadRoom = () => Promise<{ readonly createRoom: typeof createRoom }>;

/**
 * The door of outreach in the core: the count, and a state that the shell can follow. All else is downloaded when there is
 * something to prepare or to ask for.
 */
export function createOutreach(ports: OutreachPorts, importRoom: LoadRoom = () => import('./room.ts')) {
  const state = createCardState();
  const lazyRoom = createLazy({
    clock: ports.clock,
    lifetime: ports.lifetime,
    download: importRoom,
    create: ({ createRoom }) => createRoom(ports, state),
    // SH-177: only pop-up and notifications are missing, on this page.
    onFailure: (error) => ports.log.warn('Pop-up and notifications could not be loaded.', error),
    retries: 'onRequest',
  });
  let isStarted = false;
  let isRefused = false;
  let isProactiveOver = !ports.deployment.proactive;
  let startedMs = 0;
  /** The count and what it led to, for as long as the visitor allows it. */
  let speaking: { readonly life: Lifetime; readonly count: ReturnType<typeof createCount> } | undefined;
  let proactive: Proactive | undefined;

  const load = (): Promise<Room | undefined> => lazyRoom.get().catch(() => undefined);

  function beginToSpeak(): void {
    const life = ports.lifetime.child();
    const count = createCount({
      clock: ports.clock,
      lifetime: life,
      store: ports.hostStore,
      popUpTimeMs: ports.deployment.popUpTimeMs,
      mayWelcome: () => ports.bot.isAvailable() && !ports.bot.isVariationOff(),
      wake: async () => {
        const entered = await load();
        if (!entered || isProactiveOver || life.ended) return;
        proactive = entered.openProactive(life);
        proactive.start(startedMs);
      },
    });
    speaking = { life, count };
    count.start();
  }

  /** Nothing is done any more, and a count that has only begun is forgotten; that the visitor was asked is not. */
  async function fallSilent(): Promise<void> {
    speaking?.life.end();
    speaking = undefined;
    proactive = undefined;
    const record = parseProactiveRecord(await ports.hostStore.readJson(hostKeys.proactiveState));
    if (!record || hasStart(record)) await ports.hostStore.remove(hostKeys.proactiveState);
    await ports.hostStore.remove(hostKeys.proactiveBlock);
  }

  function wantsNurture(): boolean {
    const types = nurtureTypesOf(ports.deployment, ports.allows);
    return types.length > 0 || (ports.pageRules.length > 0 && ports.allows('proactive'));
  }

  /** What is allowed runs, what is not ends: at the start, and whenever the visitor's answer or country changes (SH-111). */
  function followConsent(): void {
    if (!isStarted || ports.lifetime.ended) return;
    const wasRefused = isRefused;
    isRefused = !ports.allows('proactive');
    // What an earlier page counted is forgotten, too.
    if (isRefused && !wasRefused) void fallSilent();
    else if (!isRefused && !isProactiveOver && !speaking) beginToSpeak();
    if (!ports.allows('interact')) ports.storage.remove('cm-offers');
    lazyRoom.peek()?.consentChanged();
    if (wantsNurture()) void load().then((entered) => entered?.loadNurture());
  }

  return {
    state,
    /** After the lookups (SH-007). */
    start(): void {
      startedMs = ports.clock.now();
      isStarted = true;
      followConsent();
    },
    consentChanged: followConsent,
    /** The pane has opened, by whatever means (SH-038, SH-130). */
    paneShown(): void {
      if (!isProactiveOver) {
        isProactiveOver = true;
        void speaking?.count.cancel();
        proactive?.cancel();
      }
      lazyRoom.peek()?.close();
    },
    /** The page said `cm-close` (SH-011). */
    close: () => lazyRoom.peek()?.close(),
    /** Pane hidden, overlay come or gone, typing begun or ended. */
    sceneChanged: () => lazyRoom.peek()?.stage.sceneChanged(),
    viewportChanged: () => proactive?.viewportChanged(),
    pageChanged: () => lazyRoom.peek()?.pageChanged(),
    /** A notification made by hand: debug window, trying (SH-163). */
    async notify(given: unknown): Promise<boolean> {
      const nurture = await (await load())?.loadNurture();
      return nurture?.notify(given) ?? false;
    },
    /** For the views, which exist only with the room. */
    room: lazyRoom.peek,
    /** What the frame has to make room for while a card stands. */
    content(): CardContent | undefined {
      const { card, contentHeightPx } = state;
      if (!card) return undefined;
      return card.kind === 'popUp'
        ? { kind: 'popUp', contentHeightPx }
        : { kind: 'notification', isPost: card.content.type === 'post', contentHeightPx };
    },
  };
}

export type Outreach = ReturnType<typeof createOutreach>;
