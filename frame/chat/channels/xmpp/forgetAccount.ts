import { isWidgetError } from '../../../platform/errors.ts';
import { tryParse } from '../../../platform/wireFields.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { SocketLike } from '../ground/connection/socket.ts';
import { type Guest, storedGuest } from './account.ts';
import { xmppDeployment } from './deployment.ts';
import { isAnswerTo, logIn } from './login.ts';
import * as ns from './namespaces.ts';
import { openStream } from './stream.ts';
import { browserTransport, type XmppTransport } from './transport.ts';
import { xml } from './xml.ts';

/**
 * Removes the account of this browser from the server (XEP-0077, 3.2), with the archive and the roster that belong to it, and then its
 * password from the storage. Resolves to true when no account is left, even if there was none. Resolves to false when the server cannot be
 * reached or refuses: the password is then kept for another attempt. Never rejects.
 */
export async function forgetAccount(
  ports: Pick<ChannelPorts, 'clock' | 'lifetime' | 'storage' | 'deployment'>,
  transport: Pick<XmppTransport, 'dial'> = browserTransport,
): Promise<boolean> {
  const guest = storedGuest(ports.storage);
  const { address, guestHost } = tryParse(xmppDeployment, ports.deployment.xmpp) ?? {};
  if (!guest) return true;
  if (address === undefined || guestHost !== guest.host) return false;
  const tryOnce = (): Promise<boolean> => remove(ports, () => transport.dial(address), guest);
  // A server may close the stream before it answers. The second login then finds out.
  const isRemoved = (await tryOnce()) || (await tryOnce());
  if (isRemoved) ports.storage.remove('cm-xmpp');
  return isRemoved;
}

async function remove(
  ports: Pick<ChannelPorts, 'clock' | 'lifetime'>,
  dial: () => SocketLike,
  guest: Guest,
): Promise<boolean> {
  try {
    const stream = openStream(ports, dial(), () => {});
    try {
      const registration = { createAccount: () => guest, onRegistered: () => {} };
      await logIn(stream, { host: guest.host, account: guest, ...registration, resume: undefined });
      const content = xml('query', { xmlns: ns.register }, xml('remove', {}));
      stream.send(xml('iq', { xmlns: ns.client, type: 'set', id: 'remove' }, content));
      const answer = await stream.next(isAnswerTo('remove'));
      return answer.attributes.get('type') === 'result';
    } finally {
      stream.close(true);
    }
  } catch (error) {
    // The server does not know the account, so it was removed earlier.
    return isWidgetError(error, 'NOT_SIGNED_IN');
  }
}
