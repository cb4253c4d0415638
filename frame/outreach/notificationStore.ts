import type { RemoteHost } from '../host/remoteHost.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { CardOwner } from './card.ts';
import { createFade } from './fade.ts';
import { toHeadline } from './headline.ts';
import { closeOnAcceptMs } from './limits.ts';
import {
  type ClickAction,
  contentOf,
  type Notification,
  type NotificationAnswer,
  type NotificationSource,
} from './notification.ts';
import {
  addNotification,
  blockNotification,
  endNotification,
  type NotificationList,
  noNotifications,
  renderNotification,
} from './notificationList.ts';
import { openAddress } from './openAddress.ts';
import type { Outcome } from './outcome.ts';
import type { OutreachPorts } from './ports.ts';
import type { Stage } from './stageStore.ts';

export interface NotificationPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly stage: Pick<Stage, 'request'>;
  readonly host: Pick<RemoteHost, 'openUrl'>;
  readonly page: OutreachPorts['page'];
  readonly startChat: () => void;
  readonly firstName: () => string | undefined;
}

/** Notifications in the order they arrived. The first one requests the stage; the others wait (SH-128 to SH-136). */
export function createNotificationStore(ports: NotificationPorts) {
  let list = noNotifications;
  /** The notification that is shown or waits for the stage. */
  let active: { readonly id: string; readonly takeDown: () => void; readonly displace: () => void } | undefined;

  function update(next: NotificationList): boolean {
    const isChanged = next !== list;
    list = next;
    return isChanged;
  }

  function showFirst(): void {
    const [first] = list.all;
    if (active || !first) return;
    const owner = createOwner(first);
    const displace = owner.onDisplaced;
    active = { id: first.id, takeDown: () => {}, displace };
    const takeDown = ports.stage.request(() => ({ kind: 'notification', content: contentOf(first) }), owner);
    active = { id: first.id, takeDown, displace };
  }

  function createOwner(notification: Notification): CardOwner {
    const { id, callbackMap } = notification;
    const life = ports.lifetime.child();
    let answer: NotificationAnswer | undefined;
    let isClosing = false;
    const fade = createFade(ports.clock, life, notification.fadeOutTime, () => finish('timeout'));

    function finish(outcome: Outcome): void {
      life.end();
      const hasEnded = update(endNotification(list, id, outcome));
      if (active?.id === id) {
        active.takeDown();
        active = undefined;
      }
      if (hasEnded) attempt(() => callbackMap.onDone?.(outcome, answer));
      showFirst();
    }

    /** Without `closeAfterMs` the notification stays, so that its other buttons can still be used. */
    function follow(action: ClickAction, url: string, closeAfterMs: number | undefined): void {
      if (action === 'close') {
        answer ??= 'reject';
        finish('closed');
        return;
      }
      answer = 'accept';
      if (action === 'chat') ports.startChat();
      else if (url) openAddress(ports, url, notification.openURLinNewTab ? 'tab' : 'self');
      if (closeAfterMs === 0) finish('opened');
      else if (closeAfterMs !== undefined) {
        isClosing = true;
        life.add(ports.clock.after(closeAfterMs, () => finish('opened')));
      }
    }

    return {
      onShown(): void {
        update(renderNotification(list, id));
        attempt(() => callbackMap.onShown?.());
        if (notification.isAutoFadeOut) fade.start();
      },
      onClosed(): void {
        answer ??= 'reject';
        finish('closed');
      },
      onAction(index: number | undefined): void {
        if (isClosing) return;
        if (index === undefined) {
          attempt(() => callbackMap.onClick?.());
          follow(notification.clickAction, notification.url, 0);
          return;
        }
        const button = notification.buttons[index];
        if (!button) return;
        attempt(() => callbackMap.onButton?.(index));
        follow(button.clickAction, button.buttonHref, button.closeOnAccept ? closeOnAcceptMs : undefined);
      },
      onHold: fade.hold,
      onDisplaced: (): void => finish(answer === 'accept' ? 'opened' : 'closed'),
    };
  }

  function closeWaiting(matches: (notification: Notification) => boolean): void {
    for (const waiting of list.all.filter(({ id }) => id !== active?.id).filter(matches)) {
      update(endNotification(list, waiting.id, 'closed'));
      attempt(() => waiting.callbackMap.onDone?.('closed', undefined));
    }
  }

  /** SH-168. */
  function attempt(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      ports.log.warn('A notification callback failed.', error);
    }
  }

  return {
    /** Everything recorded about notifications (SH-136). */
    get list(): NotificationList {
      return list;
    },
    /** Returns false if the id is already known, or if no text is left to show. */
    queue(given: Notification): boolean {
      const name = ports.firstName();
      const notification = {
        ...given,
        greetingText: toHeadline(given.greetingText, name),
        headingText: toHeadline(given.headingText, name),
      };
      if (!notification.greetingText && !notification.headingText && !notification.bodyText) return false;
      const isNew = update(addNotification(list, notification));
      showFirst();
      return isNew;
    },
    /** Records the notification as blocked; it is never shown (SH-143). */
    block(notification: Notification): void {
      if (!update(blockNotification(list, notification.id))) return;
      attempt(() => notification.callbackMap.onDone?.('blocked', undefined));
    },
    /** The pane has opened: closes the waiting notifications. The stage displaces the one that is shown (SH-130). */
    closeAllWaiting: () => closeWaiting(() => true),
    /** The visitor has closed it in another tab. */
    closedElsewhere(id: string): void {
      if (active?.id === id) {
        active.takeDown();
        active.displace();
      } else closeWaiting((notification) => notification.id === id);
    },
    /**
     * Consent was withdrawn (SH-111) or the visitor has left: removes the notifications of this source or of all, shown or waiting.
     * Their owners are not told, because nobody has seen them to their end.
     */
    withdraw(source?: NotificationSource): void {
      for (const one of list.all)
        if (source === undefined || one.source === source) update(endNotification(list, one.id, 'closed'));
      if (active && !list.all.some(({ id }) => id === active?.id)) active.displace();
    },
  };
}

export type NotificationStore = ReturnType<typeof createNotificationStore>;
