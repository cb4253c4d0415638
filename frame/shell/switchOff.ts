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
 * Called if the deployment is switched off: hides the early pill, stores that the page has none, and empties the frame.
 * The core does not start.
 */
export async function switchOff(host: Pick<RemoteHost, 'setPill' | 'storePill'>, self: Window): Promise<void> {
  await host.setPill(hiddenPill);
  await host.storePill('');
  giveUp(self);
}
