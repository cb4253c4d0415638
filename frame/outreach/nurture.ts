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

/** Notifications from marketing and from page rules. Downloaded only if the deployment or the page has any. */
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

  /** The messaging service's own flag, requested when first needed; undefined until the service has answered. */
  let isInAppOn = ports.fetchInAppFlag ? undefined : true;
  let isFetching = false;

  async function fetchFlag(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    try {
      isInAppOn = await ports.fetchInAppFlag?.();
    } catch (error) {
      isInAppOn = false;
      if (!ports.lifetime.ended)
        ports.log.warn('The flag for in-app messages could not be fetched. They stay off.', error);
    }
    if (!ports.lifetime.ended) followConsent();
  }

  function allowedType(): NurtureType | undefined {
    const types = nurtureTypesOf(deployment, ports.allows);
    if (!types.includes('in-app') || isInAppOn) return types[0];
    if (isInAppOn === false) return types[1];
    void fetchFlag();
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

  /** Starts the one nurture type that the visitor allows now, and ends one that is no longer allowed (SH-147, SH-111). */
  function followConsent(): void {
    const type = allowedType();
    if (running && running.type !== type) {
      running.life.end();
      notifications.withdraw(running.type);
      running = undefined;
    }
    if (type && !running) running = { type, life: begin(type) };
    if (!ports.allows('proactive')) notifications.withdraw('timer');
    rules.check();
  }

  /** Drops everything that was fetched for the previous visitor, and fetches again. */
  function visitorLeft(): void {
    running?.life.end();
    running = undefined;
    ports.storage.remove('cm-offers');
    followConsent();
  }

  followConsent();

  return {
    notifications,
    visitorLeft,
    /** The page's address or its visitor data has changed. */
    pageChanged: rules.check,
    consentChanged: followConsent,
    /** SH-163: a notification from the debug window. Returns false if it is invalid. */
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
