import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import { createChatTexts } from '../../texts.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { ServiceClock } from '../ground/serviceClock.ts';
import type { ChatRest } from './chatRest.ts';
import { maxRequestWaitMs, retryWaitMs } from './limits.ts';
import { busyMsOf } from './restCalls.ts';

interface RequestParts {
  readonly rest: Pick<ChatRest, 'requestChat'>;
  readonly serviceClock: Pick<ServiceClock, 'now'>;
}

/** Requests a chat, a second time if the first request fails (CH-129). */
export async function requestChat(
  ports: Pick<ChannelPorts, 'clock' | 'lifetime' | 'log'>,
  { rest, serviceClock }: RequestParts,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    await rest.requestChat(request);
  } catch (error) {
    if (ports.lifetime.ended) throw error;
    ports.log.warn('The chat request failed and is retried once.', error);
    await pause(ports, Math.min(busyMsOf(error, serviceClock.now()) ?? retryWaitMs, maxRequestWaitMs));
    if (ports.lifetime.ended) throw error;
    await rest.requestChat(request);
  }
}

/** Shows that the chat cannot start, and opens the email link instead, if the page has one (CH-129, CH-213). */
export function explainFailedStart(
  ports: Pick<ChannelPorts, 'host' | 'log' | 'place' | 'texts'>,
  state: Pick<ChannelState, 'emit'>,
): void {
  const { emailLink } = ports.place();
  if (emailLink === undefined) {
    state.emit({ type: 'problem', key: 'notAvailable' });
    return;
  }
  const text = createChatTexts(ports.texts)('emailUs');
  state.emit({ type: 'problem', key: 'startFailed', link: { text, href: emailLink } });
  void ports.host.openUrl(emailLink, 'tab').catch(() => {
    ports.log.warn('The email link could not be opened.');
  });
}
