import * as hostKeys from '../../bridge/hostKeys.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import { giveUp } from './giveUp.ts';

const hiddenPill = {
  style: '',
  textContent: '',
  value: '',
  title: '',
  ariaExpanded: 'false',
  bottom: 0,
  height: 0,
};

/**
 * Called if the deployment is switched off: removes the early pill from the page and from its store, and empties the frame.
 * The core does not start. A page that refuses cookies has none in its store.
 */
export async function switchOff(host: Pick<RemoteHost, 'setPill' | 'writeStore'>, self: Window): Promise<void> {
  await host.setPill(hiddenPill);
  await host.writeStore(hostKeys.drawing, null).catch(() => {});
  giveUp(self);
}
