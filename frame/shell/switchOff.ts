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
 * The deployment is switched off: removes the pill that the page remembers, from this page and from the next, and gives the
 * frame up. No part of the core runs. A page that refuses
 * cookies has no remembered pill.
 */
export async function switchOff(host: Pick<RemoteHost, 'setPill' | 'writeStore'>, self: Window): Promise<void> {
  await host.setPill(hiddenPill);
  await host.writeStore(hostKeys.drawing, null).catch(() => {});
  giveUp(self);
}
