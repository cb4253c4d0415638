/** What the visitor sees or does at this moment, as far as it concerns who may speak. */
export interface Scene {
  readonly isPaneShown: boolean;
  /** A dialog, a spinner or the backdrop stands in the frame. */
  readonly hasOverlay: boolean;
  /** A text field of ours has focus or holds an unsent text. */
  readonly isTyping: boolean;
  /** The tab is in front: nobody reads a card in a tab behind. */
  readonly isTabVisible: boolean;
  /** A card stands already. */
  readonly hasCard: boolean;
}

/**
 * The one rule about surfaces: pane, pop-up, notification and overlay share one place, and whoever has it keeps it. A
 * card is shown only on an empty stage; it never moves another surface aside and never comes between the visitor and
 * what they write (SH-129, SH-143).
 */
export function canShowCard(scene: Scene): boolean {
  return !scene.isPaneShown && !scene.hasOverlay && !scene.isTyping && !scene.hasCard && scene.isTabVisible;
}
