import { isRecord } from '../../bridge/guards.ts';
import { maxButtons, maxTextLength } from './limits.ts';
import {
  type ClickAction,
  createNotification,
  type Notification,
  type NotificationButton,
  type NotificationExtra,
  toNotificationType,
} from './notification.ts';

/** Longest fade-out time of a notification: one day, well below the limit of browser timers. */
const maxFadeMs = 86_400_000;

/** Parses a notification of unknown shape from the page's data layer. `undefined` without a known type or without a text. */
export function parseNotification(given: unknown, id: string): Notification | undefined {
  if (!isRecord(given)) return undefined;
  const type = toNotificationType(given.type ?? given.kind);
  if (type === undefined) return undefined;
  const isChat = given.isChat === true || type === 'chat note';
  const url = toText(given.url);
  const notification = createNotification({
    id: toText(given.id) || id,
    type,
    isChat,
    greetingText: toText(given.greetingText),
    headingText: toText(given.headingText),
    bodyText: toText(given.bodyText),
    imageSrc: toText(given.imageSrc),
    agentImageSrc: toText(given.agentImageSrc),
    buttons: parseButtons(given.buttons),
    clickAction: toClickAction(given.clickAction) ?? (isChat ? 'chat' : url ? 'url' : 'close'),
    url,
    openURLinNewTab: given.openURLinNewTab === true,
    isAutoFadeOut: given.isAutoFadeOut === true && toMs(given.fadeOutTime) > 0,
    fadeOutTime: toMs(given.fadeOutTime),
    extraData: parseExtra(given.extraData),
    extraClassNames: parseClassNames(given.extraClassNames),
  });
  return notification.greetingText || notification.headingText || notification.bodyText ? notification : undefined;
}

/** A string or number as text, trimmed and truncated to `maxTextLength`; empty for any other value. */
export function toText(value: unknown): string {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' ? text.trim().slice(0, maxTextLength) : '';
}

function toClickAction(value: unknown): ClickAction | undefined {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return name === 'chat' || name === 'close' || name === 'url' ? name : undefined;
}

function parseButtons(given: unknown): readonly NotificationButton[] {
  if (!Array.isArray(given)) return [];
  return given
    .flatMap((button: unknown) => {
      if (!isRecord(button)) return [];
      const buttonText = toText(button.buttonText);
      const buttonHref = toText(button.buttonHref);
      const clickAction = toClickAction(button.clickAction) ?? (buttonHref ? 'url' : 'close');
      return buttonText ? [{ buttonText, buttonHref, clickAction, closeOnAccept: button.closeOnAccept !== false }] : [];
    })
    .slice(0, maxButtons);
}

function parseExtra(given: unknown): NotificationExtra {
  if (!isRecord(given)) return {};
  const extra: Record<string, string> = {};
  for (const name of ['campaignId', 'campaignName', 'triggerId']) {
    const value = toText(given[name]);
    if (value) extra[name] = value;
  }
  return extra;
}

/** Valid class names only; anything else is dropped. */
export function parseClassNames(given: unknown): readonly string[] {
  const names = Array.isArray(given) ? given : typeof given === 'string' ? given.split(/\s+/) : [];
  return names.filter((name): name is string => typeof name === 'string' && /^[A-Za-z][\w-]{0,63}$/.test(name));
}

function toMs(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(0, value), maxFadeMs) : 0;
}
