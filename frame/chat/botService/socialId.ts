import type { ChannelPorts } from '../channel.ts';
import { socialIdTries, socialIdWaitMs } from './limits.ts';

/** Looks for the social id in the page's profile after 0.5, 1.5, 3.5 s and so on, eight times (CH-100). */
export function watchSocialId(
  ports: Pick<ChannelPorts, 'visitor' | 'clock' | 'lifetime'>,
  field: string,
  found: (socialId: string) => void,
): void {
  let tries = 0;
  function wait(): void {
    const cancel = ports.clock.after(socialIdWaitMs * 2 ** tries, () => {
      forget();
      tries += 1;
      const value = ports.visitor().profile[field];
      if (typeof value === 'string' && value !== '') found(value);
      else if (tries < socialIdTries) wait();
    });
    const forget = ports.lifetime.add(cancel);
  }
  wait();
}
