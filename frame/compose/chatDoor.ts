import { type ChatDoor, createChatDoor } from '../chat/door.ts';
import { noChat } from '../shell/records.ts';
import type { ShellStore } from '../shell/store.ts';
import type { Core, Widget } from '../widget.ts';

/** The resident part of chat; `chat.ts` wires the rest when it is downloaded. */
export function composeChatDoor(core: Core, shell: ShellStore, widget: () => Widget): ChatDoor {
  const { clock, log, lifetime, visitor } = core;
  return createChatDoor({
    clock,
    log,
    lifetime,
    isLoggedIn: () => visitor.state.signedIn,
    isPaneShown: () => !shell.state.isPaneHidden,
    onChange: (summary) => shell.chatChanged(summary ?? noChat),
    createPorts: async (own, entries) => (await import('./chat.ts')).composeChat(widget(), own, entries),
  });
}
