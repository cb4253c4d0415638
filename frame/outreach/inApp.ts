import { environmentOf, hostsOf } from './endpoint.ts';
import { isControlMessage, isMessage, toInAppNotification } from './inAppMessage.ts';
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

/** In-app messages of the vendor: one is rendered, its impression, clicks and button clicks are logged once each. */
export function createInApp(ports: InAppPorts) {
  const { lifetime, log, settings } = ports;
  /** One message is on its way to the screen, or has been there (SH-149). */
  let hasMessage = false;

  /** SH-148: subscribe first, then open the session, so that no message is missed. */
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
        if (!ports.allows('inapp')) sdk.wipeData?.(); // What it kept goes with the consent to it (SH-111).
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
      return []; // None is left for the vendor's own display.
    });
  }

  /** Called by the vendor's program: never throws back into it. */
  function receive(sdk: InAppSdk, message: unknown): void {
    if (lifetime.ended || !isMessage(message)) return;
    if (isHtml(sdk, message)) log.warn('An in-app message is markup, which is never shown.');
    else if (isControlMessage(message)) attempt(() => sdk.logInAppMessageImpression(message));
    else void show(sdk, message);
  }

  async function show(sdk: InAppSdk, message: Readonly<Record<string, unknown>>): Promise<void> {
    const notification: Notification = {
      ...toInAppNotification(message, ports.createId()),
      callbackMap: callbacksOf(sdk, message),
    };
    // SH-150: for as long as it takes; there is no hurry with marketing. Others may be rendered meanwhile.
    if (notification.isChat && !(await waitForChat(ports.chat, ports.clock, lifetime))) return;
    if (hasMessage || lifetime.ended) return;
    hasMessage = true;
    if (!ports.notifications.queue(notification)) hasMessage = false;
  }

  function callbacksOf(sdk: InAppSdk, message: Readonly<Record<string, unknown>>): Notification['callbackMap'] {
    const buttons: readonly unknown[] = Array.isArray(message.buttons) ? message.buttons : [];
    const logged = new Set<string>();
    let isRendered = false;
    const once = (name: string, task: () => unknown) => (): void => {
      if (logged.has(name)) return;
      logged.add(name);
      attempt(task);
    };
    return {
      onShown: () => {
        isRendered = true;
        once('impression', () => sdk.logInAppMessageImpression(message))();
      },
      onClick: once('click', () => sdk.logInAppMessageClick(message)),
      onButton: (index) => once(`button ${index}`, () => sdk.logInAppMessageButtonClick(buttons[index], message))(),
      // The pane opened before it was seen, say: nothing has rendered yet.
      onDone: () => {
        hasMessage = isRendered;
      },
    };
  }

  function attempt(task: () => unknown): void {
    try {
      task();
    } catch (error) {
      log.warn('The in-app messaging program failed to log.', error);
    }
  }

  return { start };
}

/** Older versions keep the classes under `ab`. */
function isHtml(sdk: InAppSdk, message: object): boolean {
  return [sdk.HtmlMessage, sdk.ab?.HtmlMessage].some((Html) => typeof Html === 'function' && message instanceof Html);
}
