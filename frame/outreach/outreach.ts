import type { CardContent } from '../shell/cards.ts';
import { createCardState } from './cardStore.ts';
import { createCount } from './count.ts';
import type { OutreachPorts } from './ports.ts';
import type { createRoom, Room } from './room.ts';

export type LoadRoom = () => Promise<{ readonly createRoom: typeof createRoom }>;

/**
 * The door of outreach in the core: the count, and a state that the shell can follow. All else is downloaded when there is
 * something to prepare or to ask for.
 */
export function createOutreach(ports: OutreachPorts, importRoom: LoadRoom = () => import('./room.ts')) {
  const state = createCardState();
  let room: Room | undefined;
  let loading: Promise<Room | undefined> | undefined;
  let isProactiveOver = false;
  let startedMs = 0;

  async function enter(): Promise<Room | undefined> {
    try {
      const { createRoom } = await importRoom();
      if (!ports.lifetime.ended) room = createRoom(ports, state);
    } catch (error) {
      ports.log.warn('Pop-up and notifications could not be loaded.', error); // SH-177: only they are missing.
    }
    return room;
  }
  const load = (): Promise<Room | undefined> => {
    loading ??= enter();
    return loading;
  };

  const count = createCount({
    clock: ports.clock,
    lifetime: ports.lifetime,
    store: ports.hostStore,
    popUpTimeMs: ports.deployment.popUpTimeMs,
    mayWelcome: () => ports.bot.isAvailable() && !ports.bot.isVariationOff(),
    wake: async () => {
      const entered = await load();
      if (!isProactiveOver) entered?.proactive.start(startedMs);
    },
  });

  function wantsNurture(): boolean {
    const { inApp, offers } = ports.deployment;
    const isInAppOn = inApp.enabled && inApp.scriptUrl !== '' && ports.allows('inapp');
    const hasOffers = Object.values(offers.hosts).some((hosts) => hosts.length > 0) && ports.allows('interact');
    return isInAppOn || hasOffers || ports.pageRules.length > 0;
  }

  return {
    state,
    /** After the lookups (SH-007). */
    start(): void {
      startedMs = ports.clock.now();
      if (ports.deployment.proactive && ports.allows('proactive')) count.start();
      else isProactiveOver = true;
      if (wantsNurture()) void load().then((entered) => entered?.loadNurture());
    },
    /** The pane has opened, by whatever means (SH-038, SH-130). */
    paneShown(): void {
      if (!isProactiveOver) {
        isProactiveOver = true;
        void count.cancel();
        room?.proactive.cancel();
      }
      room?.close();
    },
    /** The page said `cm-close` (SH-011). */
    close: () => room?.close(),
    /** Pane hidden, overlay come or gone, typing begun or ended. */
    sceneChanged: () => room?.stage.sceneChanged(),
    viewportChanged: () => room?.proactive.viewportChanged(),
    pageChanged: () => room?.pageChanged(),
    /** A notification made by hand: debug window, trying (SH-163). */
    async notify(given: unknown): Promise<boolean> {
      const nurture = await (await load())?.loadNurture();
      return nurture?.notify(given) ?? false;
    },
    /** For the views, which exist only with the room. */
    room: () => room,
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
