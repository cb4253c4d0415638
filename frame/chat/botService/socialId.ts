import type { ChannelPorts } from '../channel.ts';
import { socialIdTries, socialIdWaitMs } from './limits.ts';
import { recordOf } from './wire.ts';

/**
 * Looks for the social id after 0.5, 1.5, 3.5 s and so on, eight times (CH-100): in the page's config object, which crosses
 * whole, else among the fields of the visitor that do (SH-104).
 */
export function watchSocialId(
  ports: Pick<ChannelPorts, 'visitor' | 'page' | 'clock' | 'lifetime'>,
  field: string,
  found: (socialId: string) => void,
): void {
  let tries = 0;
  function wait(): void {
    const cancel = ports.clock.after(socialIdWaitMs * 2 ** tries, () => {
      forget();
      tries += 1;
      const value = recordOf(ports.page().config)?.[field] ?? ports.visitor().profile[field];
      if (typeof value === 'string' && value !== '') found(value);
      else if (tries < socialIdTries) wait();
    });
    const forget = ports.lifetime.add(cancel);
  }
  wait();
}
