import type { Outcome } from './limits.ts';
import { outcomeCodes } from './limits.ts';
import type { NurtureType } from './nurtureType.ts';

/** SH-128. The four types that a notification has, and the five kinds by which services name them. */
export type NotificationType = 'note' | 'post' | 'chat note' | 'interact-note';
export type NotificationSource = NurtureType | 'timer';
export type ClickAction = 'chat' | 'close' | 'url';

/** Followed, or closed by the visitor; nobody answers what fades, is blocked or makes room for the pane. */
export type NotificationAnswer = 'accept' | 'reject';

export interface NotificationButton {
  readonly buttonText: string;
  readonly buttonHref: string;
  readonly clickAction: ClickAction;
  /** The notification leaves 200 ms after this button was accepted (SH-132). */
  readonly closeOnAccept: boolean;
}

/** What the owner of a notification wants to know; each is called at most once. They may throw (SH-168). */
export interface NotificationCallbacks {
  readonly onShown?: () => void;
  /** A click on the body. */
  readonly onClick?: () => void;
  readonly onButton?: (index: number) => void;
  /** The end, whatever it was, with the visitor's answer if there was one. */
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

/** A notification as its view reads it: plain data. */
export type NotificationContent = Omit<Notification, 'callbackMap'>;

const typeOfKind: Readonly<Record<string, NotificationType>> = {
  chat: 'chat note',
  'chat note': 'chat note',
  note: 'note',
  message: 'note',
  post: 'post',
  'interact-note': 'interact-note',
};

/** Kind or type to template, in any case; `undefined` for a word that no service uses (SH-128, SH-163). */
export function toNotificationType(kind: unknown): NotificationType | undefined {
  if (typeof kind !== 'string') return undefined;
  const word = kind.trim().toLowerCase();
  return Object.hasOwn(typeOfKind, word) ? typeOfKind[word] : undefined;
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
