import { environmentOf, hostsOf } from './endpoint.ts';
import { createInApp } from './inApp.ts';
import { createLoadInAppSdk } from './loadInAppSdk.ts';
import { createNotificationStore } from './notificationStore.ts';
import { nurtureTypeOf } from './nurtureType.ts';
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
    firstName: ports.firstName,
    startChat: ports.chat.start,
    stage,
  });
  const isOverlayShown = (): boolean => {
    const scene = ports.scene();
    return scene.isPaneShown || scene.hasOverlay || stage.isTaken();
  };
  const rules = createRulesWatch({ ...ports, notifications }, ports.allows('proactive') ? ports.pageRules : []);

  const type = nurtureTypeOf({ isInAppOn: deployment.inApp.enabled, allowsInApp: ports.allows('inapp') });
  if (type === 'in-app') {
    const loadSdk = createLoadInAppSdk(window, ports.clock, ports.lifetime);
    void createInApp({ ...ports, settings: deployment.inApp, loadSdk, notifications }).start();
  } else if (ports.allows('interact') && hostsOf(deployment.offers.hosts, environmentOf(ports.query)).length > 0) {
    createOffers({ ...ports, settings: deployment.offers, notifications, isOverlayShown }).start();
  }

  return {
    notifications,
    /** The page's address or what it says of the visitor has changed. */
    pageChanged: rules.changed,
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
