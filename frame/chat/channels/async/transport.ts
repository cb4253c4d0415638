import { browserPageLife, type PageLife, type SocketLike } from '../ground/connection/socket.ts';

export interface MessagingTransport {
  dial(address: string): SocketLike;
  readonly pageLife: PageLife;
  /** IANA name of the visitor's time zone. */
  readonly timeZone: () => string;
}

export const browserTransport: MessagingTransport = {
  dial: (address) => new WebSocket(address),
  pageLife: browserPageLife,
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};
