import type { ChannelSnapshot, TransferRequest } from '../channel.ts';
import { type AdapterId, isAdapterId, queueTypes } from '../routing/adapters.ts';
import { chooseAdapter } from '../routing/chooseAdapter.ts';
import type { RoutingEntry } from '../routing/routingEntry.ts';

export interface TransferTarget {
  readonly adapterId: AdapterId;
  /** Undefined if the page's own entry of the adapter is used. */
  readonly entry: RoutingEntry | undefined;
}

/**
 * The target of a transfer: the entry of the pressed line, else the external entry of the focus area, else an agent
 * adapter of the page (CH-058). An async entry goes to an async adapter, any other entry to a sync one (CH-055).
 */
export function findTransferTarget(
  request: TransferRequest,
  adapters: readonly ChannelSnapshot[],
): TransferTarget | undefined {
  const bundles = request.extraBundles ?? {};
  const area = request.focusArea;
  const external = area !== undefined && Object.hasOwn(bundles, area) ? bundles[area] : undefined;
  const entry = request.entries?.find((one) => one.service !== 'bot') ?? external;
  if (!entry) return existingAgent(adapters);
  const service = entry.adapter ?? entry.service;
  const named = isAdapterId(service) ? service : undefined;
  const queue = named && queueTypes[named];
  const wanted = (entry.queueType ?? queue) === 'async' ? 'async' : 'sync';
  if (named && queue === wanted) return { adapterId: named, entry };
  return { adapterId: wanted === 'async' ? 'liveperson2' : 'liveperson', entry };
}

function existingAgent(adapters: readonly ChannelSnapshot[]): TransferTarget | undefined {
  const agents = adapters.filter((adapter) => adapter.queueType === 'async' || adapter.queueType === 'sync');
  const found = chooseAdapter(agents);
  return found ? { adapterId: found.id, entry: undefined } : undefined;
}
