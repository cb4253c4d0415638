import { findAccount } from './accounts.ts';
import type { AdapterId } from './adapters.ts';
import type { AgentStatus, Channel, ChannelPorts, ChannelSnapshot } from './channel.ts';
import { isUsable } from './chooseAdapter.ts';
import type { ChatContext, OpenChannel } from './context.ts';
import { findProduct } from './pageMapping.ts';
import type { Route } from './routing.ts';
import { isSameRoute } from './routing.ts';

/**
 * Returns the open channel of a route, or opens one. A different entry for the same adapter replaces the channel, which
 * stops without ending its conversation on the server (CH-016). Rejects if the channel's code cannot be loaded.
 */
export async function openChannel(context: ChatContext, route: Route): Promise<OpenChannel | undefined> {
  const running = context.channels.get(route.adapterId);
  if (running && isSameRoute(running.entry, route.entry)) return running;
  const load = context.ports.findLoader(route);
  if (!load) {
    context.ports.log.warn('This build has no channel for a chat service of the page.', route.adapterId);
    return undefined;
  }
  const createChannel = await load();
  if (context.ports.lifetime.ended) return undefined;
  const latest = context.channels.get(route.adapterId);
  if (latest && latest !== running) return latest;
  latest?.lifetime.end();
  const lifetime = context.ports.lifetime.child();
  const ports = channelPorts(context, route, lifetime);
  const channel = createChannel(ports);
  const opened: OpenChannel = { channel, entry: route.entry, lifetime, ready: start(context, channel) };
  context.channels.set(route.adapterId, opened);
  putSnapshot(context.state.adapters, channel.snapshot);
  return opened;
}

function putSnapshot(adapters: ChannelSnapshot[], snapshot: ChannelSnapshot): void {
  const at = adapters.findIndex((one) => one.id === snapshot.id);
  if (at < 0) adapters.push({ ...snapshot });
  else adapters[at] = { ...snapshot };
}

async function start(context: ChatContext, channel: Channel): Promise<void> {
  // Wait until the channel is in the map, before its first event.
  await Promise.resolve();
  try {
    await channel.init();
  } catch (error) {
    context.ports.log.error('The `init` of a chat channel rejected, which its contract forbids.', error);
  }
}

function channelPorts(context: ChatContext, route: Route, lifetime: OpenChannel['lifetime']): ChannelPorts {
  const { ports } = context;
  return {
    entry: route.entry,
    adapterId: route.adapterId,
    emit: (event) => {
      if (!lifetime.ended) context.steps.apply(route.adapterId, event);
    },
    clock: ports.clock,
    log: ports.log,
    lifetime,
    call: ports.call,
    storage: ports.storage,
    tabs: ports.tabs,
    host: ports.host,
    createId: ports.createId,
    random: ports.random,
    texts: ports.texts,
    query: ports.query,
    track: ports.track,
    page: ports.page,
    visitor: ports.visitor,
    visitorKey: ports.visitorKey,
    findIpAddress: ports.findIpAddress,
    place: ports.place,
    marketing: ports.marketing,
    account: (service) => findAccount(service, ports.place().environment, ports.deployment, ports.log),
    identity: ports.identity,
    deployment: ports.deployment.channels,
    entries: () => ports.entries,
    agentAvailability: () => agentAvailability(context.state.adapters),
    attention: ports.attention,
    isBotPage: (url) => findProduct(ports.deployment.pages, url, undefined) !== undefined,
    requestTransfer: (request) => context.steps.transfer(route.adapterId, request),
    openScheduler: ports.openScheduler,
    onEmployeeCheck: (isEmployee) => {
      context.state.isEmployee = isEmployee;
    },
  };
}

/** Whether an agent can take over: the best state of the sync and async adapters. */
function agentAvailability(adapters: readonly ChannelSnapshot[]): AgentStatus {
  const agents = adapters.filter((one) => one.queueType === 'sync' || one.queueType === 'async');
  if (agents.some((one) => isUsable(one) && one.agentStatus !== 'unavailable')) return 'available';
  return agents.some((one) => !one.isReady) ? 'unknown' : 'unavailable';
}

export function channelOf(context: ChatContext, adapterId: AdapterId): Channel | undefined {
  return context.channels.get(adapterId)?.channel;
}
