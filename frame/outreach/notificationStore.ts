import { proxy, ref } from 'valtio/vanilla';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { createFade } from './fade.ts';
import { toHeadline } from './headline.ts';
import { closeOnAcceptMs, type Outcome } from './limits.ts';
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

/** Notifications in the order they came; the first one asks for the stage (SH-128 to SH-136). */
export function createNotificationStore(ports: NotificationPorts) {
  const state = proxy<{ list: NotificationList }>({ list: ref(noNotifications) });
  let active: { readonly id: string; readonly take: () => void; readonly displaced: () => void } | undefined;

  function update(list: NotificationList): boolean {
    if (list === state.list) return false;
    state.list = ref(list);
    return true;
  }

  function showFirst(): void {
    const [first] = state.list.all;
    if (active || !first) return;
    const owner = ownerOf(first);
    const { displaced } = owner;
    active = { id: first.id, take: () => {}, displaced };
    const take = ports.stage.request(() => ({ kind: 'notification', content: contentOf(first) }), owner);
    active = { id: first.id, take, displaced };
  }

  function ownerOf(notification: Notification) {
    const { id, callbackMap } = notification;
    const life = ports.lifetime.child();
    let answer: NotificationAnswer | undefined;
    let isLeaving = false;
    const fade = createFade(ports.clock, life, notification.fadeOutTime, () => finish('timeout'));

    function finish(outcome: Outcome): void {
      life.end();
      const hasEnded = update(endNotification(state.list, id, outcome));
      if (active?.id === id) {
        active.take();
        active = undefined;
      }
      if (hasEnded) tell(() => callbackMap.onDone?.(outcome, answer));
      showFirst();
    }

    /** Without `leaveMs` it stays for its other buttons. */
    function follow(action: ClickAction, url: string, leaveMs: number | undefined): void {
      if (action === 'close') {
        answer ??= 'reject';
        finish('closed');
        return;
      }
      answer = 'accept';
      if (action === 'chat') ports.startChat();
      else if (url) openAddress(ports, url, notification.openURLinNewTab ? 'tab' : 'self');
      if (leaveMs === 0) finish('opened');
      else if (leaveMs !== undefined) {
        isLeaving = true;
        life.add(ports.clock.after(leaveMs, () => finish('opened')));
      }
    }

    return {
      shown(): void {
        update(renderNotification(state.list, id));
        tell(() => callbackMap.onShown?.());
        if (notification.isAutoFadeOut) fade.start();
      },
      closed(): void {
        answer ??= 'reject';
        finish('closed');
      },
      acted(index: number | undefined): void {
        if (isLeaving) return;
        if (index === undefined) {
          tell(() => callbackMap.onClick?.());
          follow(notification.clickAction, notification.url, 0);
          return;
        }
        const button = notification.buttons[index];
        if (!button) return;
        tell(() => callbackMap.onButton?.(index));
        follow(button.clickAction, button.buttonHref, button.closeOnAccept ? closeOnAcceptMs : undefined);
      },
      held: fade.hold,
      displaced: (): void => finish(answer === 'accept' ? 'opened' : 'closed'),
    };
  }

  function closeWaiting(isMeant: (one: Notification) => boolean): void {
    for (const one of state.list.all.filter(({ id }) => id !== active?.id).filter(isMeant)) {
      update(endNotification(state.list, one.id, 'closed'));
      tell(() => one.callbackMap.onDone?.('closed', undefined));
    }
  }

  /** SH-168. */
  function tell(task: () => void): void {
    try {
      task();
    } catch (error) {
      ports.log.warn('A notification callback failed.', error);
    }
  }

  return {
    state,
    /** False when its id was there before, or when nothing is left of it to show. */
    queue(given: Notification): boolean {
      const name = ports.firstName();
      const notification = {
        ...given,
        greetingText: toHeadline(given.greetingText, name),
        headingText: toHeadline(given.headingText, name),
      };
      if (!notification.greetingText && !notification.headingText && !notification.bodyText) return false;
      const isNew = update(addNotification(state.list, notification));
      showFirst();
      return isNew;
    },
    /** Kept as blocked, never rendered (SH-143). */
    block(notification: Notification): void {
      if (!update(blockNotification(state.list, notification.id))) return;
      tell(() => notification.callbackMap.onDone?.('blocked', undefined));
    },
    /** The pane has opened: those that wait go with the one that stands (SH-130). */
    closeAll: () => closeWaiting(() => true),
    /** Consent was taken back: what came by it goes, shown or waiting, unanswered (SH-111). */
    withdraw(source: NotificationSource): void {
      closeWaiting((one) => one.source === source);
      if (state.list.all.some(({ id, source: its }) => id === active?.id && its === source)) active?.displaced();
    },
  };
}

export type NotificationStore = ReturnType<typeof createNotificationStore>;
