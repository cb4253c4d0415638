import type { ChannelPorts } from '../../channel.ts';
import { loadAgentProfile } from '../ground/agentProfile.ts';
import { createAgentTyping } from '../ground/agentTyping.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { SyncDeployment } from './deployment.ts';
import { lookupTimeoutMs, pollMs } from './limits.ts';
import type { ChatInfo } from './wire.ts';

export type Agents = ReturnType<typeof createAgents>;

export function createAgents(ports: ChannelPorts, state: ChannelState, deployment: SyncDeployment) {
  const { lifetime, log } = ports;
  let currentId: string | undefined;
  /** Of all agents of the chat, by name: the last lines of one may come with the name of the next. */
  const ids = new Map<string, string>();
  const typing = createAgentTyping(ports, state, pollMs);

  function setAgent(id: string, { agentName, agentId }: ChatInfo): void {
    if (currentId !== undefined) {
      state.emit({ type: 'participants', participants: [{ id: currentId, isActive: false }] });
    }
    currentId = id;
    state.emit({ type: 'participants', participants: [{ id, name: agentName, isActive: true }] });
    if (agentId !== undefined && deployment.profileHosts.length > 0) void loadProfile(agentId);
  }

  /** Adds name and picture from the vendor's public profile (CH-128). */
  async function loadProfile(id: string): Promise<void> {
    const { account = '' } = state.snapshot.config;
    // Another agent may have taken over, or the next chat may have started.
    const isLate = (): boolean => lifetime.ended || currentId !== id;
    const limits = { attemptTimeoutMs: lookupTimeoutMs, signal: lifetime.signal };
    try {
      const found = await loadAgentProfile(ports.call, deployment.profileHosts, { account, agentId: id }, limits);
      if (!isLate()) state.emit({ type: 'participants', participants: [{ id, ...found }] });
    } catch {
      if (!isLate()) log.warn('Error getting agent profile');
    }
  }

  return {
    /** The id of the agent who wrote a line; undefined if nobody of this name has been in the chat. */
    idOf: (name: string | undefined) => (name === undefined ? currentId : ids.get(name)),
    /** Announces a new agent, and whether the agent is typing. */
    show(info: ChatInfo): void {
      if (info.agentName !== undefined && info.agentName !== '') {
        const id = info.agentId ?? info.agentName;
        if (currentId !== id) setAgent(id, info);
        ids.set(info.agentName, id);
      }
      typing.signalled(info.agentTyping === 'typing');
    },
    reset(): void {
      currentId = undefined;
      ids.clear();
      typing.stop();
    },
  };
}
