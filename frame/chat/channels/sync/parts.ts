import type { ChannelState } from '../ground/channelState.ts';
import type { ServiceClock } from '../ground/serviceClock.ts';
import type { SyncDeployment } from './deployment.ts';
import type { ChatHistory } from './history.ts';

/** What the parts of the channel share. */
export interface SyncParts {
  readonly state: ChannelState;
  readonly deployment: SyncDeployment;
  readonly history: ChatHistory;
  readonly serviceClock: ServiceClock;
  /** The origin of the chat service; empty until it is found (`originSearch.ts`). */
  origin: string;
}
