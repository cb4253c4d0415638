import type { Lifetime } from '../../platform/lifetime.ts';
import { createTimer } from '../../platform/timer.ts';
import type { AgentStatus, Channel, ChannelEvent, ChannelPorts, ChannelSnapshot, TransferRequest } from '../channel.ts';
import { connectionLostAfterMs, offerOthersAfterMs } from '../limits.ts';
import type { ChatPorts } from '../ports.ts';
import type { RoomState } from '../state.ts';
import { shownConversation } from '../window/shown.ts';
import { findAccount } from './accounts.ts';
import type { AdapterId } from './adapters.ts';
import { isUsable } from './chooseAdapter.ts';
import { findProduct, isSameRoute, type Route } from './routing.ts';
import type { RoutingEntry } from './routingEntry.ts';

export interface OpenChannel {
  readonly channel: Channel;
  readonly entry: RoutingEntry;
  readonly lifetime: Lifetime;
  readonly ready: Promise<void>;
  /** The connection is lost, or back (CH-216). */
  connectionChanged(isLost: boolean): void;
}

export type Channels = ReturnType<typeof createChannels>;

interface ChannelListeners {
  event(adapterId: AdapterId, event: ChannelEvent): void;
  transferRequested(adapterId: AdapterId, request: TransferRequest): Promise<void>;
}

/** The channels of the page, at most one for each adapter. */
export function createChannels(state: RoomState, ports: ChatPorts, listeners: ChannelListeners) {
  const { clock, attention, deployment } = ports;
  const channels = new Map<AdapterId, OpenChannel>();
  /** The page's own entry of each adapter. A transfer may replace it until the chat ends. */
  const pageEntries = new Map<AdapterId, RoutingEntry>();

  async function start(channel: Channel): Promise<void> {
    // Wait until the channel is in the map, before its first event.
    await Promise.resolve();
    try {
      await channel.init();
    } catch (error) {
      ports.log.error('The `init` of a chat channel rejected, which its contract forbids.', error);
    }
  }

  /** The page's adapters are in the page's order, whichever is downloaded first. Others follow. */
  function putSnapshot(snapshot: ChannelSnapshot): void {
    const { adapters } = state;
    const order = [...pageEntries.keys()];
    const rank = ({ id }: ChannelSnapshot): number => (order.indexOf(id) + order.length + 1) % (order.length + 1);
    const at = adapters.findIndex((one) => one.id === snapshot.id);
    if (at < 0) adapters.push({ ...snapshot });
    else adapters[at] = { ...snapshot };
    adapters.sort((one, other) => rank(one) - rank(other));
  }

  /**
   * A short loss is not shown, and a long one offers the other ways to reach the company. The loss of a replaced channel does not affect
   * the next one.
   */
  function watchConnection(adapterId: AdapterId, lifetime: Lifetime): OpenChannel['connectionChanged'] {
    const timer = createTimer(clock, lifetime);
    const restored = (): void => {
      timer.stop();
      if (state.lostConnections[adapterId]) delete state.lostConnections[adapterId];
    };
    lifetime.add(restored);
    return (isLost) => {
      if (!isLost) return restored();
      // A channel may report every attempt that fails.
      if (timer.isRunning || state.lostConnections[adapterId]) return;
      // From the loss on: a device that sleeps or a tab that is throttled runs its timers late.
      const offerAtMs = clock.now() + offerOthersAfterMs;
      timer.start(connectionLostAfterMs, () => {
        state.lostConnections[adapterId] = 'lost';
        timer.start(Math.max(0, offerAtMs - clock.now()), () => {
          state.lostConnections[adapterId] = 'stranded';
        });
      });
    };
  }

  const portsOf = ({ adapterId, entry }: Route, lifetime: Lifetime): ChannelPorts => ({
    ...ports,
    entry,
    adapterId,
    lifetime,
    emit: (event) => {
      if (!lifetime.ended) listeners.event(adapterId, event);
    },
    account: (service, named) => findAccount(service, ports.place().environment, deployment, ports.log, named),
    deployment: deployment.channels,
    entries: () => ports.entries,
    agentAvailability: () => agentAvailability(state.adapters),
    attention: {
      ...attention,
      isVisible: () => state.isChatShown && attention.isFocused() && shownConversation(state)?.adapterId === adapterId,
    },
    isBotPage: (url) => findProduct(deployment.pages, url, undefined) !== undefined,
    requestTransfer: (request) => listeners.transferRequested(adapterId, request),
    onEmployeeCheck: (isEmployee) => {
      state.isEmployee = isEmployee;
    },
  });

  return {
    of: (adapterId: AdapterId) => channels.get(adapterId)?.channel,
    opened: (adapterId: AdapterId) => channels.get(adapterId),
    pageEntries,
    /**
     * Returns the open channel of a route, or opens one. A different entry for the same adapter replaces the channel, which
     * stops without ending its conversation on the server (CH-016). Rejects if the channel's code cannot be loaded.
     */
    async open(route: Route): Promise<OpenChannel | undefined> {
      const running = channels.get(route.adapterId);
      if (running && isSameRoute(running.entry, route.entry)) return running;
      const load = ports.findLoader(route);
      if (!load)
        return void ports.log.warn('This build has no channel for a chat service of the page.', route.adapterId);
      const createChannel = await load();
      if (ports.lifetime.ended) return undefined;
      const latest = channels.get(route.adapterId);
      if (latest && isSameRoute(latest.entry, route.entry)) return latest;
      latest?.lifetime.end();
      const lifetime = ports.lifetime.child();
      const channel = createChannel(portsOf(route, lifetime));
      const opened: OpenChannel = {
        channel,
        entry: route.entry,
        lifetime,
        ready: start(channel),
        connectionChanged: watchConnection(route.adapterId, lifetime),
      };
      channels.set(route.adapterId, opened);
      putSnapshot(channel.snapshot);
      return opened;
    },
  };
}

/** Whether an agent can take over: the best state of the sync and async adapters. */
function agentAvailability(adapters: readonly ChannelSnapshot[]): AgentStatus {
  const agents = adapters.filter((one) => one.queueType === 'sync' || one.queueType === 'async');
  if (agents.some((one) => isUsable(one) && one.agentStatus !== 'unavailable')) return 'available';
  return agents.some((one) => !one.isReady) ? 'unknown' : 'unavailable';
}
