import type { RoutingEntry } from '../chat/routing/routingEntry.ts';
import type { IdentityDoor } from '../identity/identityDoor.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Widget } from '../widget.ts';

export interface OpenedIdentity {
  readonly port: IdentityDoor;
  readonly lifetime: Lifetime;
  /** Those of the last lookup: another language may have other services. */
  entries: readonly RoutingEntry[];
}

/** Identities at messaging services: one door per widget, for as long as the visitor is the same. */
export const identities = new WeakMap<Widget, OpenedIdentity>();

/** Revokes the tokens of identities that were removed from the storage. */
export function revokeRemoved(
  profiles: readonly unknown[],
  { clock, log, deployment }: Pick<Widget, 'clock' | 'log' | 'deployment'>,
): void {
  if (profiles.length === 0) return;
  import('../identity/revokeTokens.ts').then(
    ({ revokeTokens }) => revokeTokens(profiles, { clock, log, deployment: deployment.identity }),
    () => {}, // They then expire by themselves.
  );
}

/** The visitor has changed: the next call creates a new identity. */
export function dropIdentity(widget: Widget): void {
  identities.get(widget)?.lifetime.end();
  identities.delete(widget);
}
