import type { ChannelPorts } from '../../channel.ts';
import type { Delivery } from '../../delivery/createDelivery.ts';
import type { Entry, Outcome } from '../../delivery/types.ts';
import { createTextDelivery, restoredMessage } from '../ground/texts.ts';
import type { Archive } from './archive.ts';
import { fileAddressIn } from './files.ts';
import type { Inbound } from './inbound.ts';
import { maxSentBytes } from './limits.ts';
import type { ConversationParts } from './parts.ts';
import { textStanza } from './wire.ts';

export function createDeskTexts(
  ports: ChannelPorts,
  { state, deskConfig, connection, files, inFlight }: ConversationParts,
  inbound: Inbound,
  archive: Archive,
  readArchive: () => Promise<void>,
): Delivery {
  async function publish({ id, text, conversationId }: Entry): Promise<Outcome> {
    const stanza = textStanza(deskConfig.address, id, text, conversationId ?? id, fileAddressIn(text, files));
    if (new TextEncoder().encode(stanza.xml).length > maxSentBytes) return { type: 'refused' };
    inFlight.set(id, undefined);
    const isHandled = await connection.deliver(stanza, () => conversationId === state.conversationId);
    const refusal = inFlight.get(id);
    inFlight.delete(id);
    if (refusal) return refusal;
    if (!isHandled) return { type: 'unknown' };
    // The server does not send our own messages back. A receipt or the archive is the echo.
    if (conversationId === state.conversationId) inbound.placeOwn(id, text);
    return { type: 'acked' };
  }

  return createTextDelivery(ports, state, {
    capabilities: {
      ids: true,
      sequence: false,
      get history() {
        return archive.isKept;
      },
      ackEndsWithSession: true,
    },
    resends: true,
    publish,
    replay: readArchive,
    asOf({ id }) {
      const place = inbound.placeOf(id);
      return place && { id, ...place };
    },
    restored(entries) {
      for (const { id, status } of entries) if (status === 'lost') inbound.withdraw(id);
      // A file is shown as its address again, because the address is what is sent once more.
      state.say(entries.map((entry) => ({ ...restoredMessage(entry), lines: [] })));
    },
  });
}
