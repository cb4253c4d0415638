import type { QueueType } from './adapters.ts';
import type {
  Attention,
  ChannelPorts,
  CreateChannel,
  IdentityPort,
  PlaceFacts,
  SchedulerRequest,
  StartType,
  Track,
  VisitorFacts,
} from './channel.ts';
import type { ChatDeployment } from './deployment.ts';
import type { Route } from './routing.ts';
import type { RoutingEntry } from './routingEntry.ts';

/** What the chat room needs of the rest; `composeRooms.ts` fills it. */
export interface ChatPorts
  extends Pick<
    ChannelPorts,
    | 'clock'
    | 'log'
    | 'lifetime'
    | 'call'
    | 'storage'
    | 'createId'
    | 'random'
    | 'texts'
    | 'query'
    | 'page'
    | 'marketing'
    | 'findIpAddress'
  > {
  readonly host: ChannelPorts['host'] & {
    readStore(key: string): Promise<string | null>;
    writeStore(key: string, value: string | null, maxAgeS?: number): Promise<boolean>;
  };
  readonly track: Track;
  readonly visitor: () => VisitorFacts;
  readonly place: () => PlaceFacts;
  readonly identity: IdentityPort;
  readonly attention: Attention;
  readonly deployment: ChatDeployment;
  /** Rows of the bundle's chatInformation as routing entries. */
  readonly entries: readonly RoutingEntry[];
  readonly openScheduler: (request: SchedulerRequest) => void;
  readonly pane: {
    /** The visitor asked for chat in that way: bring the pane up. */
    show(from: StartType): void;
    /** The menu in front of the conversation, which stays. */
    showMenu(): void;
    /** A chat body stands in the window; the shell decides whether the pane opens by itself (SH-039). */
    chatAppeared(queue: QueueType): void;
  };
  readonly findLoader: (route: Route) => (() => Promise<CreateChannel>) | undefined;
}
