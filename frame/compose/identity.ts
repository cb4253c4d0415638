import { messagingServices } from '../chat/accounts.ts';
import type { IdentityPort } from '../chat/channel.ts';
import type { RoutingEntry } from '../chat/routingEntry.ts';
import { createIdentityDoor } from '../identity/identityDoor.ts';
import type { OpenIdentityPorts } from '../identity/openIdentity.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Widget } from '../widget.ts';

/** Identities at messaging services: one door per widget, for as long as the visitor is the same. */
const identities = new WeakMap<Widget, { readonly port: IdentityPort; readonly lifetime: Lifetime }>();

interface IdentityParts extends Pick<OpenIdentityPorts, 'storage' | 'isGuest' | 'locks'> {
  readonly entries: readonly RoutingEntry[];
}

export function identityOf(widget: Widget, { entries, storage, isGuest, locks }: IdentityParts): IdentityPort {
  const known = identities.get(widget);
  if (known) return known.port;
  const lifetime = widget.lifetime.child();
  const { call, clock, log, deployment, query, self, settings, visitor } = widget;
  const load = async () =>
    (await import('../identity/openIdentity.ts')).openIdentity({
      call,
      clock,
      log,
      lifetime,
      storage,
      isGuest,
      locks,
      deployment: deployment.identity,
      pageLifetime: widget.lifetime,
      mode: deployment.chat.environment,
      isDebug: query.debug === true,
      userAgent: self.navigator.userAgent,
      pageUrl: () => widget.relayedPage().url,
      focusArea: () => settings.focusArea,
      services: () =>
        messagingServices(
          deployment.chat.environment,
          deployment.chat,
          entries.map(({ adapter, service }) => adapter ?? service),
        ),
      visitor: () => visitor.state,
    });
  const identity = createIdentityDoor(load, { clock, lifetime });
  identities.set(widget, { port: identity, lifetime });
  return identity;
}

/** The visitor is somebody else: the next question starts a new identity. */
export function dropIdentity(widget: Widget): void {
  identities.get(widget)?.lifetime.end();
  identities.delete(widget);
}
