import { ref } from 'valtio/vanilla';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { canShowCard, type Scene } from './arbiter.ts';
import type { Card, CardOwner } from './card.ts';
import type { CardState } from './cardStore.ts';

export interface StagePorts {
  readonly log: Log;
  readonly lifetime: Lifetime;
  /** The scene without `hasCard`, which the stage itself knows. */
  readonly scene: () => Omit<Scene, 'hasCard'>;
  /** Downloads the card's views. If it resolves to false, no card is shown. Never rejects. */
  readonly prepare: () => Promise<boolean>;
  /** Waits for this tab's turn among the site's tabs; undefined if the lifetime ended first. */
  readonly takeTurn: () => Promise<(() => void) | undefined>;
}

interface Request {
  readonly card: () => Card;
  readonly owner: CardOwner;
}

/** Shows one card at a time, in the order of requests, when neither the scene nor another tab is in the way. */
export function createStageStore(ports: StagePorts, state: CardState) {
  const waiting: Request[] = [];
  let current: Request | undefined;
  let endTurn = (): void => {};
  let isPreparing = false;

  const canShow = (): boolean =>
    !ports.lifetime.ended && canShowCard({ ...ports.scene(), hasCard: current !== undefined });

  async function showNext(): Promise<void> {
    if (isPreparing || waiting.length === 0 || !canShow()) return;
    isPreparing = true;
    if (!(await ports.prepare())) {
      isPreparing = false;
      stage.displaceAll();
      return;
    }
    const release = await ports.takeTurn();
    const next = canShow() ? waiting[0] : undefined;
    const isClaimed = next !== undefined && ((await next.owner.claim?.()) ?? true);
    isPreparing = false;
    const wasWaiting = next !== undefined && withdraw(next);
    if (!next || !release || !isClaimed || !wasWaiting || !canShow()) {
      release?.();
      // A card is claimed only once. If the scene has changed since, the card is displaced and not shown later.
      if (next && isClaimed && wasWaiting) attempt(() => next.owner.onDisplaced());
      if (next) void showNext();
      return;
    }
    endTurn = release;
    current = next;
    state.contentHeightPx = 0;
    state.hadCard = true;
    state.card = ref(next.card());
    attempt(() => next.owner.onShown());
  }

  function withdraw(request: Request): boolean {
    const index = waiting.indexOf(request);
    if (index === -1) return false;
    waiting.splice(index, 1);
    return true;
  }

  /** Removes the current card and returns its owner. */
  function clear(): CardOwner | undefined {
    const owner = current?.owner;
    current = undefined;
    state.card = undefined;
    endTurn();
    endTurn = () => {};
    return owner;
  }

  /** An owner that throws, for example in a vendor's callback, must not stop the stage. */
  function attempt(notify: () => void): void {
    try {
      notify();
    } catch (error) {
      ports.log.warn('The owner of a card failed.', error);
    }
  }

  ports.lifetime.add(() => {
    waiting.length = 0;
    clear();
  });

  const stage = {
    /**
     * Queues a card. The returned function withdraws it, whether it is shown or not, without notifying its owner. `card` is
     * called when the card is shown, which may be long after the request.
     */
    request(card: () => Card, owner: CardOwner): () => void {
      const request = { card, owner };
      waiting.push(request);
      void showNext();
      return () => {
        withdraw(request);
        if (current === request) {
          clear();
          void showNext();
        }
      };
    },
    /** Whether a card is shown or waiting. */
    isTaken: (): boolean => current !== undefined || waiting.length > 0,
    /** The pane was hidden, the tab came to the foreground, or an overlay appeared or disappeared. */
    sceneChanged(): void {
      if (current && (ports.scene().isPaneShown || ports.scene().hasOverlay)) stage.displaceAll();
      else void showNext();
    },
    /** The tab goes to the background. Its card stays, and another tab may show one. */
    giveUpTurn(): void {
      endTurn();
      endTurn = () => {};
    },
    /** The pane opens or the page sends `cm-close`: removes the card that is shown and all that wait (SH-130, SH-011). */
    displaceAll(): void {
      const owners = [...waiting.splice(0), ...(current ? [current] : [])].map(({ owner }) => owner);
      clear();
      for (const owner of owners) attempt(() => owner.onDisplaced());
    },
    /** The visitor closed the card. */
    close(): void {
      const owner = clear();
      if (owner) attempt(() => owner.onClosed());
      void showNext();
    },
    /** The visitor clicked the card or a button. The owner withdraws the card if it should disappear. */
    act(button?: number): void {
      const owner = current?.owner;
      if (owner) attempt(() => owner.onAction(button));
    },
    hold(isHeld: boolean): void {
      const owner = current?.owner;
      if (owner?.onHold) attempt(() => owner.onHold?.(isHeld));
    },
    setContentHeight(contentHeightPx: number): void {
      if (state.card) state.contentHeightPx = Math.max(0, Math.ceil(contentHeightPx));
    },
  };
  return stage;
}

export type Stage = ReturnType<typeof createStageStore>;
