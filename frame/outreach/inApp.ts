import { isRecord } from '../../bridge/guards.ts';
import { environmentOf } from '../host/environment.ts';
import { hostsOf } from './endpoint.ts';
import { isControlMessage, toInAppNotification } from './inAppMessage.ts';
import type { InAppSdk } from './inAppSdk.ts';
import type { LoadInAppSdk } from './loadInAppSdk.ts';
import type { Notification } from './notification.ts';
import type { NotificationStore } from './notificationStore.ts';
import type { OutreachPorts } from './ports.ts';
import { waitForChat } from './waitForChat.ts';

export interface InAppPorts
  extends Pick<OutreachPorts, 'clock' | 'lifetime' | 'log' | 'createId' | 'query' | 'chat' | 'allows'> {
  readonly settings: OutreachPorts['deployment']['inApp'];
  readonly loadSdk: LoadInAppSdk;
  readonly notifications: Pick<NotificationStore, 'queue'>;
}

/** The vendor's in-app messages. Shows one for each page, and logs its impression, click and button clicks once each. */
export function createInApp(ports: InAppPorts) {
  const { lifetime, log, settings } = ports;
  /** A message is queued or has been shown (SH-149). */
  let hasMessage = false;

  /** SH-148: subscribe before the session opens, so that no message is missed. */
  async function start(): Promise<void> {
    try {
      const sdk = await ports.loadSdk(settings);
      if (lifetime.ended) return;
      const [baseUrl] = hostsOf(settings.hosts, environmentOf(ports.query));
      sdk.initialize(settings.apiKey, {
        ...(baseUrl === undefined ? {} : { baseUrl }),
        noCookies: true,
        allowUserSuppliedJavascript: false,
        doNotLoadFontAwesome: true,
        disablePushTokenMaintenance: true,
        manageServiceWorkerExternally: true,
      });
      const subscription = subscribe(sdk);
      lifetime.add(() => {
        if (subscription !== undefined) sdk.removeSubscription?.(subscription);
        if (!ports.allows('inapp')) sdk.wipeData?.(); // Consent was withdrawn: remove what the SDK has stored (SH-111).
        sdk.destroy?.();
      });
      sdk.openSession();
    } catch (error) {
      log.warn('In-app messages are not available.', error);
    }
  }

  function subscribe(sdk: InAppSdk): string | undefined {
    if (sdk.subscribeToInAppMessage) return sdk.subscribeToInAppMessage((message) => receive(sdk, message));
    return sdk.subscribeToNewInAppMessages?.((messages) => {
      if (Array.isArray(messages)) for (const message of messages) receive(sdk, message);
      return []; // The SDK displays the messages that are returned to it.
    });
  }

  /** Called by the SDK, so it must not throw. */
  function receive(sdk: InAppSdk, message: unknown): void {
    if (lifetime.ended || !isRecord(message)) return;
    if (isHtml(sdk, message)) log.warn('An in-app message contains HTML and is not shown.');
    else if (isControlMessage(message)) attempt(() => sdk.logInAppMessageImpression(message));
    else void show(sdk, message);
  }

  async function show(sdk: InAppSdk, message: Readonly<Record<string, unknown>>): Promise<void> {
    const notification: Notification = {
      ...toInAppNotification(message, ports.createId()),
      callbackMap: createCallbacks(sdk, message),
    };
    // SH-150: no time limit. Other messages may be shown in the meantime.
    if (notification.isChat && !(await waitForChat(ports.chat, ports.clock, lifetime))) return;
    if (hasMessage || lifetime.ended) return;
    hasMessage = true;
    if (!ports.notifications.queue(notification)) hasMessage = false;
  }

  function createCallbacks(sdk: InAppSdk, message: Readonly<Record<string, unknown>>): Notification['callbackMap'] {
    const buttons: readonly unknown[] = Array.isArray(message.buttons) ? message.buttons : [];
    const logged = new Set<string>();
    let wasShown = false;
    const once = (name: string, task: () => unknown) => (): void => {
      if (logged.has(name)) return;
      logged.add(name);
      attempt(task);
    };
    return {
      onShown: () => {
        wasShown = true;
        once('impression', () => sdk.logInAppMessageImpression(message))();
      },
      onClick: once('click', () => sdk.logInAppMessageClick(message)),
      onButton: (index) => once(`button ${index}`, () => sdk.logInAppMessageButtonClick(buttons[index], message))(),
      // A message that ended before it was shown, for example because the pane opened, is not counted.
      onDone: () => {
        hasMessage = wasShown;
      },
    };
  }

  function attempt(task: () => unknown): void {
    try {
      task();
    } catch (error) {
      log.warn('The in-app messaging SDK failed to log an event.', error);
    }
  }

  return { start };
}

/** SDK versions before 4.0 keep their classes under `ab`. */
function isHtml(sdk: InAppSdk, message: object): boolean {
  return [sdk.HtmlMessage, sdk.ab?.HtmlMessage].some((Html) => typeof Html === 'function' && message instanceof Html);
}
