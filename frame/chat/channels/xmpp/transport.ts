import { browserPageLife, type PageLife, type SocketLike } from '../ground/connection/socket.ts';

export interface XmppTransport {
  dial(address: string): SocketLike;
  readonly pageLife: PageLife;
}

export const browserTransport: XmppTransport = {
  // RFC 7395, 3.1
  dial: (address) => new WebSocket(address, 'xmpp'),
  pageLife: browserPageLife,
};
