import type { RemoteHost } from '../host/remoteHost.ts';
import type { ChannelAttention, CreateChannel, GroundPorts, StartType } from './channel.ts';
import type { QueueType } from './routing/adapters.ts';
import type { ChatDeployment } from './routing/deployment.ts';
import type { Route } from './routing/routing.ts';
import type { RoutingEntry } from './routing/routingEntry.ts';

/** The dependencies of the chat room. `frame/compose/chat.ts` provides them. */
export interface ChatPorts extends GroundPorts {
  readonly host: GroundPorts['host'] & Pick<RemoteHost, 'readStore' | 'writeStore'>;
  readonly attention: Omit<ChannelAttention, 'isVisible'> & {
    /** The pane shows the chat: not the menu over it, and no scheduler. */
    isChatShown(): boolean;
    /** The frame has the focus, or the visitor has been active recently. */
    isFocused(): boolean;
  };
  readonly deployment: ChatDeployment;
  /** The rows of the bundle's `chatInformation` as routing entries. */
  readonly entries: readonly RoutingEntry[];
  readonly pane: {
    /** Shows the pane, because the visitor started a chat. */
    show(from: StartType): void;
    /** Shows the menu instead of the conversation, which continues. */
    showMenu(): void;
    /** The address asks for a chat, and none can start: the pane opens and says so (SH-099). */
    chatMissing(): void;
    /** Called when the window shows a conversation. The shell decides whether the pane opens by itself (SH-039). */
    chatAppeared(queue: QueueType): void;
  };
  readonly findLoader: (route: Route) => (() => Promise<CreateChannel>) | undefined;
}
