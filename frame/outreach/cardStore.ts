import { proxy } from 'valtio/vanilla';
import type { Card } from './card.ts';

export interface CardState {
  /** The card that stands, or undefined. */
  card: Card | undefined;
  /** A card has stood on this page: the views are needed from now on. */
  hadCard: boolean;
  /** Height of its content with the shadow room, as the view measured it; 0 until then. */
  contentHeightPx: number;
}

/** What the shell and the views follow. The stage is its only writer; the core holds it before the stage is there. */
export function createCardState(): CardState {
  return proxy<CardState>({ card: undefined, hadCard: false, contentHeightPx: 0 });
}
