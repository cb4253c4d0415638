import { ref } from 'valtio/vanilla';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { canShowCard, type Scene } from './arbiter.ts';
import type { Card, CardOwner } from './card.ts';
import type { CardState } from './cardStore.ts';

export interface StagePorts {
  readonly log: Log;
  readonly lifetime: Lifetime;
  /** The scene without the card itself, which the store knows. */
  readonly scene: () => Omit<Scene, 'hasCard'>;
  /** Downloads what draws a card; false when it cannot be had, and then none is shown. Never rejects. */
  readonly prepare: () => Promise<boolean>;
  /** Waits for this tab's turn among the tabs of the site; undefined when the lifetime ended first. */
  readonly takeTurn: () => Promise<(() => void) | undefined>;
}

interface Request {
  readonly card: () => Card;
  readonly owner: CardOwner;
}

/** The stage: one card at a time, in the order of asking, only where the arbiter and the other tabs allow it. */
export function createStageStore(ports: StagePorts, state: CardState) {
  const waiting: Request[] = [];
  let current: Request | undefined;
  let endTurn = (): void => {};
  let isAsking = false;

  const canShow = (): boolean =>
    !ports.lifetime.ended && canShowCard({ ...ports.scene(), hasCard: current !== undefined });

  async function showNext(): Promise<void> {
    if (isAsking || waiting.length === 0 || !canShow()) return;
    isAsking = true;
    if (!(await ports.prepare())) {
      isAsking = false;
      store.displaceAll();
      return;
    }
    const release = await ports.takeTurn();
    const next = canShow() ? waiting[0] : undefined;
    const isClaimed = next !== undefined && ((await next.owner.claim?.()) ?? true);
    isAsking = false;
    const isStillAsked = next !== undefined && withdraw(next);
    if (!next || !release || !isClaimed || !isStillAsked || !canShow()) {
      release?.();
      // A claim is made once: a card that lost its place after it is gone, not shown a second time.
      if (next && isClaimed && isStillAsked) tell(() => next.owner.displaced());
      if (next) void showNext();
      return;
    }
    endTurn = release;
    current = next;
    state.contentHeightPx = 0;
    state.hadCard = true;
    state.card = ref(next.card());
    tell(() => next.owner.shown());
  }

  function withdraw(request: Request): boolean {
    const index = waiting.indexOf(request);
    if (index === -1) return false;
    waiting.splice(index, 1);
    return true;
  }

  /** Takes the card away and lets the next one come. */
  function clear(): CardOwner | undefined {
    const owner = current?.owner;
    current = undefined;
    state.card = undefined;
    endTurn();
    endTurn = () => {};
    return owner;
  }

  /** Owners are rooms' own code and vendors' callbacks behind it: one that throws takes nothing with it. */
  function tell(task: () => void): void {
    try {
      task();
    } catch (error) {
      ports.log.warn('The owner of a card failed.', error);
    }
  }

  ports.lifetime.add(() => {
    waiting.length = 0;
    clear();
  });

  const store = {
    state,
    /**
     * Asks for a place; the returned function withdraws the card, shown or not, without telling its owner. What the card
     * says is asked for when it is shown: until then a long time may pass.
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
    /** Whether a card, shown or about to be, has the place. */
    isTaken: (): boolean => current !== undefined || waiting.length > 0,
    /** The scene has changed: pane hidden, tab in front, overlay gone. */
    sceneChanged(): void {
      if (current && (ports.scene().isPaneShown || ports.scene().hasOverlay)) store.displaceAll();
      else void showNext();
    },
    /** The pane opens or the page says `cm-close`: everything that stands or waits goes (SH-130, SH-011). */
    displaceAll(): void {
      const owners = [...waiting.splice(0), ...(current ? [current] : [])].map(({ owner }) => owner);
      clear();
      for (const owner of owners) tell(() => owner.displaced());
    },
    close(): void {
      const owner = clear();
      if (owner) tell(() => owner.closed());
      void showNext();
    },
    /** The owner decides whether the card goes, by withdrawing it. */
    act(button?: number): void {
      const owner = current?.owner;
      if (owner) tell(() => owner.acted(button));
    },
    hold(isHeld: boolean): void {
      const owner = current?.owner;
      if (owner?.held) tell(() => owner.held?.(isHeld));
    },
    measured(contentHeightPx: number): void {
      if (state.card) state.contentHeightPx = Math.max(0, Math.ceil(contentHeightPx));
    },
  };
  return store;
}

export type Stage = ReturnType<typeof createStageStore>;
