import type { InvitationKind } from './invitation.ts';
import type { NotificationContent } from './notification.ts';
import type { ProactiveType } from './proactiveRecord.ts';

/** The content of a card, as plain data for its view. */
export type Card =
  | {
      readonly kind: 'popUp';
      readonly type: ProactiveType;
      readonly invitation: InvitationKind;
      readonly headingText: string;
      readonly bodyText: string;
      readonly actionText: string;
    }
  | { readonly kind: 'notification'; readonly content: NotificationContent };

/** The code that requested a card, and is notified of its outcome. */
export interface CardOwner {
  /** Called just before the card is shown, while this tab holds the lock. Resolving to false withdraws the card. */
  claim?(): Promise<boolean>;
  onShown(): void;
  /** The visitor closed it with its button or with Escape. */
  onClosed(): void;
  /** The visitor clicked the card itself, or one of its buttons. */
  onAction(button: number | undefined): void;
  /** The pointer or the focus is on the card, so it must not disappear (A11Y-24). */
  onHold?(isHeld: boolean): void;
  /** Another surface replaced it: the pane opened, or the page closed the widget. */
  onDisplaced(): void;
}
