import type { InvitationKind } from './invitation.ts';
import type { NotificationContent } from './notification.ts';
import type { ProactiveType } from './proactiveRecord.ts';

/** What a card shows, as plain data for its view. */
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

/** Who asked for a card, and is told what becomes of it. */
export interface CardOwner {
  /** The last word before it is shown, with the turn of this tab in hand; false withdraws the card. */
  claim?(): Promise<boolean>;
  shown(): void;
  /** The visitor closed it by its button or by Escape. */
  closed(): void;
  /** The visitor followed it: the card itself, or one of its buttons. */
  acted(button: number | undefined): void;
  /** Pointer or focus is on it: nothing may take it away meanwhile (A11Y-24). */
  held?(isHeld: boolean): void;
  /** Something else took the place: the pane opened, or the page asked for silence. */
  displaced(): void;
}
