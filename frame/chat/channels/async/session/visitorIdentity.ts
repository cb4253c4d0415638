import { textOf } from '../../../../host/queryValue.ts';
import { createError } from '../../../../platform/errors.ts';
import type { ChannelIdentity, ChannelPorts, GatewayAccount } from '../../../channel.ts';
import { consumerIdOf } from '../wire.ts';

/** The visitor at the service: the account, the identity from the session broker, and its token (CH-147). */
export interface VisitorIdentity {
  readonly account: GatewayAccount | undefined;
  readonly identity: ChannelIdentity | undefined;
  /** Empty until a token is known. */
  readonly consumerId: string;
  /** The owner of the texts: the visitor at this account. Undefined until a token is known. */
  readonly owner: string | undefined;
  /** Finds the account. Its name may come from the address (CH-011). */
  findAccount(): void;
  /** Looks up the identity again. Rejects if there is no usable token. */
  load(): Promise<string>;
  token(): Promise<string>;
  refreshToken(): Promise<string>;
}

export function createVisitorIdentity(
  ports: Pick<ChannelPorts, 'account' | 'entry' | 'identity' | 'query'>,
  /** Called for every identity that is used. `owner` still has the previous one. */
  onUse: (identity: ChannelIdentity, owner: string) => void,
): VisitorIdentity {
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

  const load = async (): Promise<string> => use(await ports.identity.find(entry.service));
  return {
    get account() {
      return account;
    },
    get identity() {
      return identity;
    },
    get consumerId() {
      return consumerId;
    },
    get owner() {
      return owner;
    },
    findAccount() {
      account = ports.account(entry.service);
      const override = textOf(ports.query.chatAccount);
      if (account && override !== undefined) account = { ...account, account: override };
    },
    load,
    token: async () => (identity ? use(identity) : load()),
    refreshToken: async () => use(await ports.identity.refresh(entry.service)),
  };
}
