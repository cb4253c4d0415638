import type { ChannelPorts } from '../../channel.ts';
import { socialIdTries, socialIdWaitMs } from './limits.ts';
import { recordOf } from './wire.ts';

/**
 * Checks for the social id after 0.5 s, 1.5 s, 3.5 s and so on, eight times (CH-100). Reads it from the page's config
 * object, or else from the profile fields that the bridge lets through (SH-104).
 */
export function watchSocialId(
  ports: Pick<ChannelPorts, 'visitor' | 'page' | 'clock' | 'lifetime'>,
  field: string,
  onFound: (socialId: string) => void,
): void {
  let tries = 0;
  function wait(): void {
    const cancel = ports.clock.after(socialIdWaitMs * 2 ** tries, () => {
      forget();
      tries += 1;
      const value = recordOf(ports.page().config)?.[field] ?? ports.visitor().profile[field];
      if (typeof value === 'string' && value !== '') onFound(value);
      else if (tries < socialIdTries) wait();
    });
    const forget = ports.lifetime.add(cancel);
  }
  wait();
}
