import type { Outcome } from './limits.ts';
import { type Notification, outcomeCodeOf } from './notification.ts';

/** Everything kept about notifications (SH-136). Ids stay after the end, so that none is shown twice. */
export interface NotificationList {
  readonly all: readonly Notification[];
  readonly renderedIds: readonly string[];
  readonly blockedIds: readonly string[];
  /** Outcome code by id. */
  readonly outcomes: Readonly<Record<string, number>>;
}

export const noNotifications: NotificationList = { all: [], renderedIds: [], blockedIds: [], outcomes: {} };

/** At the end of the list; an id that was there before changes nothing. */
export function addNotification(list: NotificationList, notification: Notification): NotificationList {
  return knows(list, notification.id) ? list : { ...list, all: [...list.all, notification] };
}

/** Kept as blocked without ever standing in the list. */
export function blockNotification(list: NotificationList, id: string): NotificationList {
  if (knows(list, id)) return list;
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

/** Takes it off the list; a second outcome of the same id changes nothing. */
export function endNotification(list: NotificationList, id: string, outcome: Outcome): NotificationList {
  if (!list.all.some((one) => one.id === id)) return list;
  return {
    ...list,
    all: list.all.filter((one) => one.id !== id),
    outcomes: { ...list.outcomes, [id]: outcomeCodeOf(outcome) },
  };
}

function knows(list: NotificationList, id: string): boolean {
  // What was closed before it was ever shown has an outcome, too.
  return list.all.some((one) => one.id === id) || Object.hasOwn(list.outcomes, id);
}
