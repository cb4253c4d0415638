import type { ChannelPorts, EventOf } from '../../channel.ts';
import type { MessageInput } from '../../conversation.ts';
import { createDelivery, type Delivery } from '../../delivery/createDelivery.ts';
import type { DeliveryPorts, Entry } from '../../delivery/types.ts';
import type { ChannelState } from './channelState.ts';

type Defaults = Pick<DeliveryPorts, 'resends' | 'delivered' | 'notDelivered' | 'restored' | 'returned'>;

/** The service's id, time and order of a delivered text. */
export type DeliveredAs = EventOf<'delivered'>['as'];

/**
 * How a service takes texts. Unless the channel says otherwise, a text whose outcome is unknown is sent again, and what the delivery core
 * reports goes to the store.
 */
export interface ServiceTexts extends Omit<DeliveryPorts, keyof ChannelPorts | keyof Defaults>, Partial<Defaults> {
  readonly asOf?: (entry: Entry, position: number | undefined) => DeliveredAs;
}

export function createTextDelivery(ports: ChannelPorts, state: ChannelState, service: ServiceTexts): Delivery {
  return createDelivery({
    ...ports,
    resends: true,
    delivered: (entry, position) =>
      state.emit({ type: 'delivered', id: entry.id, as: service.asOf?.(entry, position) }),
    notDelivered: ({ id }) => state.emit({ type: 'notDelivered', id }),
    restored: (entries) => state.say(entries.map(restoredMessage)),
    returned: (texts) => state.emit({ type: 'returned', texts }),
    ...service,
  });
}

/** A text from before a reload, or that the service has lost. */
export function restoredMessage({ id, text, writtenAt, status }: Entry): MessageInput {
  const isPending = status !== 'unsent' && status !== 'acked';
  return { id, type: 'visitor', text, timestamp: writtenAt, isPending, isNotSent: status === 'unsent' };
}
