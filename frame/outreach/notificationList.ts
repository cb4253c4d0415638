import { type Notification, outcomeCodeOf } from './notification.ts';
import type { Outcome } from './outcome.ts';

/** All notifications and their outcomes (SH-136). Ids stay after the end, so that none is shown twice. */
export interface NotificationList {
  readonly all: readonly Notification[];
  readonly renderedIds: readonly string[];
  readonly blockedIds: readonly string[];
  /** Outcome code by id. */
  readonly outcomes: Readonly<Record<string, number>>;
}

export const noNotifications: NotificationList = { all: [], renderedIds: [], blockedIds: [], outcomes: {} };

/** Appends a notification. Returns the same list if its id is known. */
export function addNotification(list: NotificationList, notification: Notification): NotificationList {
  return isKnown(list, notification.id) ? list : { ...list, all: [...list.all, notification] };
}

/** Records a notification as blocked without adding it to `all`. */
export function blockNotification(list: NotificationList, id: string): NotificationList {
  if (isKnown(list, id)) return list;
  return {
    ...list,
    blockedIds: [...list.blockedIds, id],
    outcomes: { ...list.outcomes, [id]: outcomeCodeOf('blocked') },
  };
}

export function renderNotification(list: NotificationList, id: string): NotificationList {
  if (list.renderedIds.includes(id)) return list;
  return {
    ...list,
    renderedIds: [...list.renderedIds, id],
    outcomes: { ...list.outcomes, [id]: outcomeCodeOf('opened') },
  };
}

/** Removes a notification and records its outcome. Returns the same list if it is not in `all`. */
export function endNotification(list: NotificationList, id: string, outcome: Outcome): NotificationList {
  if (!list.all.some((notification) => notification.id === id)) return list;
  return {
    ...list,
    all: list.all.filter((notification) => notification.id !== id),
    outcomes: { ...list.outcomes, [id]: outcomeCodeOf(outcome) },
  };
}

function isKnown(list: NotificationList, id: string): boolean {
  return list.all.some((notification) => notification.id === id) || Object.hasOwn(list.outcomes, id);
}
