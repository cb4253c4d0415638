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

/** What the chat room needs from the rest of the frame. `composeChat.ts` provides it. */
export interface ChatPorts
  extends Pick<
    ChannelPorts,
    | 'clock'
    | 'log'
    | 'lifetime'
    | 'call'
    | 'storage'
    | 'tabs'
    | 'createId'
    | 'random'
    | 'texts'
    | 'query'
    | 'page'
    | 'marketing'
    | 'findIpAddress'
    | 'visitorKey'
  > {
  readonly host: ChannelPorts['host'] & {
    readStore(key: string): Promise<string | null>;
    writeStore(key: string, value: string | null, maxAgeS?: number): Promise<boolean>;
  };
  /** The visitor leaves in all tabs, whatever the page says. */
  readonly leave: () => void;
  readonly track: Track;
  readonly visitor: () => VisitorFacts;
  readonly place: () => PlaceFacts;
  readonly identity: IdentityPort;
  readonly attention: Attention;
  readonly deployment: ChatDeployment;
  /** The rows of the bundle's `chatInformation` as routing entries. */
  readonly entries: readonly RoutingEntry[];
  readonly openScheduler: (request: SchedulerRequest) => void;
  readonly pane: {
    /** Shows the pane, because the visitor started a chat. */
    show(from: StartType): void;
    /** Shows the menu in place of the conversation, which continues. */
    showMenu(): void;
    /** The window shows a conversation. The shell decides whether the pane opens by itself (SH-039). */
    chatAppeared(queue: QueueType): void;
  };
  readonly findLoader: (route: Route) => (() => Promise<CreateChannel>) | undefined;
}
