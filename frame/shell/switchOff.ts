import type { PillDrawing } from '../../bridge/records.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import { giveUp } from './giveUp.ts';

/**
 * Called if the deployment is switched off: hides the early pill, stores that the page has none, and empties the frame.
 * The core does not start.
 */
export async function switchOff(host: Pick<RemoteHost, 'draw' | 'storePill'>, self: Window): Promise<void> {
  await host.draw({ title: '' } as PillDrawing);
  await host.storePill('');
  giveUp(self);
}
