import { subscribe } from 'valtio/vanilla';
import { isMessagingService, messagingServices } from '../chat/routing/accounts.ts';
import type { RoutingEntry } from '../chat/routing/routingEntry.ts';
import { createIdentityDoor, type IdentityDoor } from '../identity/identityDoor.ts';
import { knownOf } from '../identity/knownOf.ts';
import { signInDueMs } from '../identity/limits.ts';
import type { OpenIdentityPorts } from '../identity/openIdentity.ts';
import { roleOf } from '../identity/visitorRole.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { Widget } from '../widget.ts';
import { identities, type OpenedIdentity } from './identities.ts';
import { relayedPage } from './relayedPage.ts';

interface IdentityParts extends Pick<OpenIdentityPorts, 'storage' | 'isGuest' | 'locks' | 'signedOut'> {
  readonly entries: readonly RoutingEntry[];
}

const adapterNameOf = ({ adapter, service }: RoutingEntry): string => adapter ?? service;

export function identityOf(widget: Widget, { entries, ...parts }: IdentityParts): IdentityDoor {
  const known = identities.get(widget);
  if (known) {
    known.entries = entries;
    return known.port;
  }
  const lifetime = widget.lifetime.child();
  const { call, clock, log, deployment, query, self, settings, visitor, page } = widget;
  const load = async () =>
    (await import('../identity/openIdentity.ts')).openIdentity({
      call,
      clock,
      log,
      lifetime,
      ...parts,
      maySignIn: createMaySignIn(widget, parts.storage),
      deployment: deployment.identity,
      pageLifetime: widget.lifetime,
      mode: deployment.chat.environment,
      isDebug: query.debug === true,
      userAgent: self.navigator.userAgent,
      pageUrl: () => relayedPage(widget).url,
      config: widget.config,
      page,
      subscribe,
      focusArea: () => settings.focusArea,
      services: () => messagingServices(deployment.chat.environment, deployment.chat, own.entries.map(adapterNameOf)),
      skill: () => own.entries.find((entry) => isMessagingService(adapterNameOf(entry)))?.skill,
      visitor: () => ({ ...visitor.state, role: roleOf(knownOf(visitor.state.info)) }),
    });
  const own: OpenedIdentity = { port: createIdentityDoor(load, { clock, lifetime }), lifetime, entries };
  identities.set(widget, own);
  return own.port;
}

/** The visitor has become a person, in this tab or another, or is back from the sign-in page, which may not report it (CH-035). */
function createMaySignIn({ visitorWatch, clock, self }: Widget, storage: FrameStorage): OpenIdentityPorts['maySignIn'] {
  function isDue(): boolean {
    const wentMs = storage.read('cm-sign-in');
    return typeof wentMs === 'number' && Math.abs(clock.now() - wentMs) < signInDueMs;
  }
  return {
    isDue,
    onDue(own, listener) {
      own.add(visitorWatch.onKnown((how) => how === 'signedIn' && listener()));
      const check = (): void => {
        if (self.document.visibilityState === 'visible' && isDue()) listener();
      };
      self.document.addEventListener('visibilitychange', check, { signal: own.signal });
      self.addEventListener('pageshow', check, { signal: own.signal });
    },
  };
}
