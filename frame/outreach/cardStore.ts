import { proxy } from 'valtio/vanilla';
import type { Card } from './card.ts';

export interface CardState {
  /** The card that is shown, or undefined. */
  card: Card | undefined;
  /** A card has been shown on this page, so the views stay mounted from now on. */
  hadCard: boolean;
  /** Height of the card including its shadow, as the view measured it; 0 until then. */
  contentHeightPx: number;
}

/** The state that the shell and the views subscribe to. Only the stage writes it. It exists before the stage is loaded. */
export function createCardState(): CardState {
  return proxy<CardState>({ card: undefined, hadCard: false, contentHeightPx: 0 });
}
