import type { PageEvents, SocketLike } from '../ground/connection/socket.ts';

export interface XmppTransport {
  dial(address: string): SocketLike;
  readonly page: PageEvents;
}

export const browserTransport: XmppTransport = {
  // RFC 7395, 3.1
  dial: (address) => new WebSocket(address, 'xmpp'),
  get page() {
    return window;
  },
};
