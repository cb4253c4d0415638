import * as hostEvents from '../../bridge/hostEvents.ts';
import { type ChatDoor, createChatDoor } from '../chat/door.ts';
import { noChat } from '../shell/records.ts';
import type { ShellStore } from '../shell/store.ts';
import type { Core, Widget } from '../widget.ts';

/** The resident part of chat; `chat.ts` wires the rest when it is downloaded. */
export function composeChatDoor(core: Core, shell: ShellStore, widget: () => Widget): ChatDoor {
  const { clock, host, log, lifetime, visitor } = core;
  let reportedUnread = 0;

  /** A page may show the number in its own navigation. It never receives the text of messages. */
  function reportUnread(count: number): void {
    if (count === reportedUnread) return;
    reportedUnread = count;
    void host.emit(hostEvents.unread, { count });
  }

  return createChatDoor({
    clock,
    log,
    lifetime,
    isLoggedIn: () => visitor.state.signedIn,
    onChange(summary) {
      const chat = summary ?? noChat;
      shell.chatChanged(chat);
      reportUnread(chat.unseen);
    },
    createPorts: async (own, entries) => (await import('./chat.ts')).composeChat(widget(), own, entries),
  });
}
