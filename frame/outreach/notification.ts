import type { NurtureType } from './nurtureType.ts';
import { type Outcome, outcomeCodes } from './outcome.ts';

/** SH-128. Services use further names for these types; see `toNotificationType`. */
export type NotificationType = 'note' | 'post' | 'chat note' | 'interact-note';
export type NotificationSource = NurtureType | 'timer';
export type ClickAction = 'chat' | 'close' | 'url';

/** The visitor followed it or closed it. A notification that fades, is blocked or is displaced by the pane has no answer. */
export type NotificationAnswer = 'accept' | 'reject';

export interface NotificationButton {
  readonly buttonText: string;
  readonly buttonHref: string;
  readonly clickAction: ClickAction;
  /** The notification closes 200 ms after a click on this button (SH-132). */
  readonly closeOnAccept: boolean;
}

/** Callbacks of the notification's owner. They may throw (SH-168). */
export interface NotificationCallbacks {
  readonly onShown?: () => void;
  /** A click on the body. */
  readonly onClick?: () => void;
  readonly onButton?: (index: number) => void;
  /** The notification ended; `answer` is undefined if the visitor gave none. */
  readonly onDone?: (outcome: Outcome, answer: NotificationAnswer | undefined) => void;
}

export interface Notification {
  readonly id: string;
  readonly type: NotificationType;
  readonly nurtureType: NurtureType;
  readonly source: NotificationSource;
  readonly isChat: boolean;
  readonly greetingText: string;
  readonly headingText: string;
  readonly bodyText: string;
  readonly imageSrc: string;
  readonly agentImageSrc: string;
  readonly buttons: readonly NotificationButton[];
  readonly clickAction: ClickAction;
  readonly url: string;
  readonly openURLinNewTab: boolean;
  readonly isAutoFadeOut: boolean;
  /** ms */
  readonly fadeOutTime: number;
  readonly extraData: NotificationExtra;
  readonly extraClassNames: readonly string[];
  readonly callbackMap: NotificationCallbacks;
}

export interface NotificationExtra {
  readonly campaignId?: string;
  readonly campaignName?: string;
  readonly triggerId?: string;
}

/** A notification as plain data for its view. */
export type NotificationContent = Omit<Notification, 'callbackMap'>;

const typeOfKind: Readonly<Record<string, NotificationType>> = {
  chat: 'chat note',
  'chat note': 'chat note',
  note: 'note',
  message: 'note',
  post: 'post',
  'interact-note': 'interact-note',
};

/** The type for a service's kind or type, ignoring case; `undefined` if it is unknown (SH-128, SH-163). */
export function toNotificationType(kind: unknown): NotificationType | undefined {
  if (typeof kind !== 'string') return undefined;
  const name = kind.trim().toLowerCase();
  return Object.hasOwn(typeOfKind, name) ? typeOfKind[name] : undefined;
}

export function outcomeCodeOf(outcome: Outcome): number {
  return outcomeCodes[outcome];
}

const empty: Notification = {
  id: '',
  type: 'note',
  nurtureType: 'interact',
  source: 'timer',
  isChat: false,
  greetingText: '',
  headingText: '',
  bodyText: '',
  imageSrc: '',
  agentImageSrc: '',
  buttons: [],
  clickAction: 'close',
  url: '',
  openURLinNewTab: false,
  isAutoFadeOut: false,
  fadeOutTime: 0,
  extraData: {},
  extraClassNames: [],
  callbackMap: {},
};

export function createNotification(fields: Partial<Notification> & Pick<Notification, 'id'>): Notification {
  return { ...empty, ...fields };
}

export function contentOf({ callbackMap: _, ...content }: Notification): NotificationContent {
  return content;
}
