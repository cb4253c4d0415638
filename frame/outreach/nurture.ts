import { describeError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createInApp } from './inApp.ts';
import { createLoadInAppSdk } from './loadInAppSdk.ts';
import { createNotificationStore } from './notificationStore.ts';
import { type NurtureType, nurtureTypesOf } from './nurtureType.ts';
import { createOffers } from './offers.ts';
import { parseNotification } from './parseNotification.ts';
import type { OutreachPorts } from './ports.ts';
import { createRulesWatch } from './rulesWatch.ts';
import type { Stage } from './stageStore.ts';

/** What marketing adds to a page: downloaded only when the deployment or the page asks for it. */
export function createNurture(ports: OutreachPorts, stage: Stage) {
  const { deployment } = ports;
  const notifications = createNotificationStore({
    clock: ports.clock,
    lifetime: ports.lifetime,
    log: ports.log,
    host: ports.host,
    page: ports.page,
    firstName: ports.firstName,
    startChat: ports.chat.start,
    stage,
  });
  const isOverlayShown = (): boolean => {
    const scene = ports.scene();
    return scene.isPaneShown || scene.hasOverlay || stage.isTaken();
  };
  const rules = createRulesWatch({ ...ports, notifications }, ports.pageRules);
  let running: { readonly type: NurtureType; readonly life: Lifetime } | undefined;

  /** The messaging service's own flag, asked for once it matters; undefined until it has answered. */
  let isInAppOn = ports.askInAppFlag ? undefined : true;
  let isAsking = false;

  async function askFlag(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      isInAppOn = await ports.askInAppFlag?.();
    } catch (error) {
      isInAppOn = false;
      if (!ports.lifetime.ended) ports.log.warn('Whether in-app messages are on is not known.', describeError(error));
    }
    if (!ports.lifetime.ended) followConsent();
  }

  function wantedType(): NurtureType | undefined {
    const types = nurtureTypesOf(deployment, ports.allows);
    if (!types.includes('in-app') || isInAppOn) return types[0];
    if (isInAppOn === false) return types[1];
    void askFlag();
    return undefined;
  }

  function begin(type: NurtureType): Lifetime {
    const life = ports.lifetime.child();
    const own = { ...ports, lifetime: life, notifications };
    if (type === 'in-app') {
      const loadSdk = createLoadInAppSdk(window, ports.clock, life);
      void createInApp({ ...own, settings: deployment.inApp, loadSdk }).start();
    } else createOffers({ ...own, settings: deployment.offers, isOverlayShown }).start();
    return life;
  }

  /** SH-147: one of them or none, as the visitor allows at this moment; what was refused since ends and goes (SH-111). */
  function followConsent(): void {
    const type = wantedType();
    if (running && running.type !== type) {
      running.life.end();
      notifications.withdraw(running.type);
      running = undefined;
    }
    if (type && !running) running = { type, life: begin(type) };
    if (!ports.allows('proactive')) notifications.withdraw('timer');
    rules.changed();
  }

  followConsent();

  return {
    notifications,
    /** The page's address or what it says of the visitor has changed. */
    pageChanged: rules.changed,
    consentChanged: followConsent,
    /** SH-163: a notification made by hand, for the debug window and for trying. False when it is refused. */
    notify(given: unknown): boolean {
      const notification = parseNotification(given, ports.createId());
      if (!notification) {
        ports.log.warn('A debug notification needs a valid type (note, post, chat note or interact-note) and a text.');
        return false;
      }
      return notifications.queue(notification);
    },
  };
}

export type Nurture = ReturnType<typeof createNurture>;
