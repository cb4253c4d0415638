import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { SyncDeployment } from './deployment.ts';
import { lookupTimeoutMs, lookupTries } from './limits.ts';
import { type ChatInfo, parseProfile } from './wire.ts';

export type Agents = ReturnType<typeof createAgents>;

/** The agent of the chat, from the service's info. */
export function createAgents(ports: ChannelPorts, state: ChannelState, deployment: SyncDeployment) {
  const { lifetime, log } = ports;
  let currentId: string | undefined;
  /** Of all agents of the chat, by name: the last lines of one may come with the name of the next. */
  const ids = new Map<string, string>();
  let isTyping = false;

  function setAgent(id: string, { agentName, agentId }: ChatInfo): void {
    if (currentId !== undefined) {
      state.emit({ type: 'participants', participants: [{ id: currentId, isActive: false }] });
    }
    currentId = id;
    state.emit({ type: 'participants', participants: [{ id, name: agentName, isActive: true }] });
    if (agentId !== undefined) void loadProfile(agentId);
  }

  /** Adds name and picture from the vendor's public profile (CH-128). */
  async function loadProfile(id: string): Promise<void> {
    const host = deployment.profileHosts[0];
    if (host === undefined) return;
    const account = encodeURIComponent(state.snapshot.config.account ?? '');
    // Another agent may have taken over, or the next chat may have started.
    const isLate = (): boolean => lifetime.ended || currentId !== id;
    for (let tries = 0; tries < lookupTries && !isLate(); tries += 1) {
      try {
        const found = await ports.call({
          hosts: deployment.profileHosts,
          path: `/api/account/${account}/configuration/le-users/users/${encodeURIComponent(id)}`,
          method: 'GET',
          isForeign: true,
          attemptTimeoutMs: lookupTimeoutMs,
          signal: lifetime.signal,
          parse: parseProfile,
        });
        if (isLate()) return;
        state.emit({
          type: 'participants',
          participants: [{ id, name: found.nickname, agentPictureUrl: found.pictureUrl }],
        });
        return;
      } catch {
        // Ignore the error: a retry follows, and the final failure is logged below.
      }
    }
    if (!isLate()) log.warn('Error getting agent profile');
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
      const types = info.agentTyping === 'typing';
      if (types || isTyping) state.emit({ type: 'agentTyping', isTyping: types });
      isTyping = types;
    },
    reset(): void {
      currentId = undefined;
      ids.clear();
      isTyping = false;
    },
  };
}
