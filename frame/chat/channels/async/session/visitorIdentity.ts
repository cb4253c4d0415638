import { textOf } from '../../../../host/queryValue.ts';
import type { ServiceIdentity } from '../../../../identity/identityStore.ts';
import { createError } from '../../../../platform/errors.ts';
import type { ChannelPorts, GatewayAccount } from '../../../channel.ts';
import { consumerIdOf } from '../wire.ts';

/** The visitor at the service: the account, the identity from the session broker, and its token (CH-147). */
export function createVisitorIdentity(
  ports: ChannelPorts,
  /** Called for every identity that is used. `owner` still has the previous one. */
  onUse: (identity: ServiceIdentity, owner: string) => void,
) {
  const { identity, query } = ports;
  const { service } = ports.entry;
  const visitor = {
    account: undefined as GatewayAccount | undefined,
    identity: undefined as ServiceIdentity | undefined,
    /** Empty until a token is known. */
    consumerId: '',
    /** The owner of the texts: the visitor at this account. Undefined until a token is known. */
    owner: undefined as string | undefined,
    /** Finds the account. Its name may come from the address (CH-011). */
    findAccount(): void {
      const account = ports.account(service);
      const override = textOf(query.chatAccount);
      visitor.account = account && override !== undefined ? { ...account, account: override } : account;
    },
    /** Looks up the identity again. Rejects if there is no usable token. */
    load: async (): Promise<string> => use(await identity.find(service)),
    /** The token for the greeting. Rejects when there is none. */
    token: async (): Promise<string> => (visitor.identity ? use(visitor.identity) : visitor.load()),
    /** Fetches a new token after the service refused the current one. */
    refreshToken: async (): Promise<string> => use(await identity.refresh(service)),
  };

  function use(found: ServiceIdentity | undefined): string {
    const consumerId = found?.token === undefined ? undefined : consumerIdOf(found.token);
    if (!found || found.token === undefined || consumerId === undefined) {
      throw createError('NOT_SIGNED_IN', 'There is no usable token for this service.');
    }
    visitor.identity = found;
    visitor.consumerId = consumerId;
    const owner = `${visitor.account?.account ?? ''}:${consumerId}`;
    onUse(found, owner);
    visitor.owner = owner;
    return found.token;
  }

  return visitor as Readonly<typeof visitor>;
}

export type VisitorIdentity = ReturnType<typeof createVisitorIdentity>;
