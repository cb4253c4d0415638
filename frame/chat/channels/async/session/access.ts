import { createError } from '../../../../platform/errors.ts';
import type { ChannelPorts } from '../../../channel.ts';
import { type AsyncApi, toSocketUrl } from '../api.ts';
import type { MessagingSocketPorts } from '../connection/messagingSocket.ts';
import { initConnection } from '../requests.ts';
import type { MessagingTransport } from '../transport.ts';
import type { VisitorIdentity } from './visitorIdentity.ts';

export interface AccessParts {
  readonly api: Pick<AsyncApi, 'domain'>;
  readonly transport: Pick<MessagingTransport, 'timeZone'>;
  readonly visitor: VisitorIdentity;
}

/** Provides the address of the service, and the greeting with the visitor's token. */
export function createAccess(
  ports: Pick<ChannelPorts, 'place'>,
  { api, transport, visitor }: AccessParts,
): Pick<MessagingSocketPorts, 'address' | 'token' | 'refreshToken' | 'greeting'> {
  return {
    async address() {
      const { account } = visitor;
      if (!account) throw createError('CHANNEL_UNAVAILABLE', 'There is no account for this service.');
      return toSocketUrl(await api.domain(account, 'asyncMessagingEnt'), account.account);
    },
    token: visitor.token,
    refreshToken: visitor.refreshToken,
    greeting: (token) =>
      initConnection(token, {
        userAgent: ports.place().userAgent,
        timeZone: transport.timeZone(),
        appVersion: '1.0',
      }),
  };
}
