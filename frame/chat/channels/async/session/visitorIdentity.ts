import { textOf } from '../../../../host/queryValue.ts';
import { createError } from '../../../../platform/errors.ts';
import type { ChannelIdentity, ChannelPorts, GatewayAccount } from '../../../channel.ts';
import { consumerIdOf } from '../wire.ts';

/** The visitor at the service: the account, the identity from the session broker, and its token (CH-147). */
export function createVisitorIdentity(
  ports: Pick<ChannelPorts, 'account' | 'entry' | 'identity' | 'query'>,
  /** Called for every identity that is used. `owner` still has the previous one. */
  onUse: (identity: ChannelIdentity, owner: string) => void,
) {
  const { entry } = ports;
  let account: GatewayAccount | undefined;
  let identity: ChannelIdentity | undefined;
  let consumerId = '';
  let owner: string | undefined;

  function use(found: ChannelIdentity | undefined): string {
    const id = found?.token === undefined ? undefined : consumerIdOf(found.token);
    if (!found || found.token === undefined || id === undefined) {
      throw createError('NOT_SIGNED_IN', 'There is no usable token for this service.');
    }
    identity = found;
    consumerId = id;
    const next = `${account?.account ?? ''}:${id}`;
    onUse(found, next);
    owner = next;
    return found.token;
  }

  /** Looks up the identity again. Rejects if there is no usable token. */
  const load = async (): Promise<string> => use(await ports.identity.find(entry.service));
  return {
    get account(): GatewayAccount | undefined {
      return account;
    },
    get identity(): ChannelIdentity | undefined {
      return identity;
    },
    /** Empty until a token is known. */
    get consumerId(): string {
      return consumerId;
    },
    /** The owner of the texts: the visitor at this account. Undefined until a token is known. */
    get owner(): string | undefined {
      return owner;
    },
    /** Finds the account. Its name may come from the address (CH-011). */
    findAccount(): void {
      account = ports.account(entry.service);
      const override = textOf(ports.query.chatAccount);
      if (account && override !== undefined) account = { ...account, account: override };
    },
    load,
    token: async (): Promise<string> => (identity ? use(identity) : load()),
    refreshToken: async (): Promise<string> => use(await ports.identity.refresh(entry.service)),
  };
}

export type VisitorIdentity = ReturnType<typeof createVisitorIdentity>;
