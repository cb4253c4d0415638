/** The current state that decides whether a card may be shown. */
export interface Scene {
  readonly isPaneShown: boolean;
  /** A dialog, a spinner or the backdrop is shown in the frame. */
  readonly hasOverlay: boolean;
  /** The tab is in the foreground. A card in a background tab would not be read. */
  readonly isTabVisible: boolean;
  /** A card is already shown. */
  readonly hasCard: boolean;
}

/**
 * Pane, pop-up, notification and overlay share one place, and the first one shown stays. A card never replaces another
 * surface, so it never interrupts the visitor's typing in the pane (SH-129, SH-143).
 */
export function canShowCard(scene: Scene): boolean {
  return !scene.isPaneShown && !scene.hasOverlay && !scene.hasCard && scene.isTabVisible;
}
