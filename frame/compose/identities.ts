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

/** The visitor has changed: the next call creates a new identity. */
export function dropIdentity(widget: Widget): void {
  identities.get(widget)?.lifetime.end();
  identities.delete(widget);
}
