import { createTimer } from '../../../platform/timer.ts';
import type { GroundPorts } from '../../channel.ts';
import type { ChannelState } from './channelState.ts';

/** The window hides the typing indicator after 2 s (SH-050), so it is repeated this often. */
export const typingRepeatMs = 1_500;

type Ports = Pick<GroundPorts, 'clock' | 'lifetime'>;

/** Services say once, or with each poll, that the agent is typing. The window needs this repeated, for about `limitMs` after each signal. */
export function createAgentTyping({ clock, lifetime }: Ports, state: ChannelState, limitMs: number) {
  const timer = createTimer(clock, lifetime);

  function show(isTyping: boolean, sinceMs = clock.now()): void {
    timer.stop();
    state.emit({ type: 'agentTyping', isTyping });
    if (isTyping) timer.start(typingRepeatMs, () => show(Math.abs(clock.now() - sinceMs) < limitMs, sinceMs));
  }

  return {
    /** Reports this signal. No end is reported if the agent was not typing. */
    signalled(isTyping: boolean): void {
      if (isTyping || timer.isRunning) show(isTyping);
    },
    stop: timer.stop,
  };
}
