import type { RemoteHost } from '../host/remoteHost.ts';
import type { Log } from '../platform/log.ts';
import { toAddress } from '../text/toAddress.ts';
import { closeAction } from './closeAction.ts';
import { displayMode } from './displayMode.ts';
import type { PaneState, PaneStore } from './paneStore.ts';
import { type ChatSummary, noChat } from './records.ts';

/** The state of the pane with what only the rooms need. */
export interface ShellState extends PaneState {
  isMenuToggled: boolean;
  chosenEntryId: string | undefined;
  isChatForced: boolean;
  chat: ChatSummary;
  /** `isPrepared`: rendered but not visible, because the visitor is likely to open it. */
  scheduler: { readonly isDisplayed: boolean; readonly isLanding: boolean; readonly isPrepared?: boolean };
  /** The end-chat confirmation is open (SH-041). */
  isConfirmingEnd: boolean;
  /** A chat was asked for, by the page's address, and none can start: the menu says so. */
  isChatMissing: boolean;
  /** A tab that the browser blocked. The pane offers its address as a link (SH-175). */
  blockedUrl: string | undefined;
  /** The height of the pane's content, for the menu without chat (SH-036). */
  contentHeightPx: number;
}

export interface ShellPorts {
  readonly host: Pick<RemoteHost, 'openUrl'>;
  readonly log: Log;
  readonly endChat: () => void;
  readonly clearChat: () => void;
}

/** Adds the actions of visitor and rooms in the pane; downloaded with the rooms. */
export function createShellStore(pane: PaneStore, ports: ShellPorts) {
  const state: ShellState = Object.assign(pane.state, {
    isMenuToggled: false,
    chosenEntryId: undefined,
    isChatForced: false,
    chat: noChat,
    scheduler: { isDisplayed: false, isLanding: false },
    isConfirmingEnd: false,
    isChatMissing: false,
    blockedUrl: undefined,
    contentHeightPx: 0,
  });

  return {
    ...pane,
    get state() {
      return state;
    },
    /** Called when the pane is hidden. */
    paneHidden(): void {
      state.isConfirmingEnd = false;
      state.isChatForced = false;
      state.isChatMissing = false;
    },
    /** The address asks for a chat, and none can start. Opens the pane, which says why and offers the rest (SH-099). */
    chatMissing(): void {
      state.isChatMissing = true;
      pane.show({ takesFocus: false });
    },
    choose(entryId: string | undefined): void {
      state.chosenEntryId = entryId;
      state.isChatForced = false;
    },
    /**
     * Called when a chat is requested. A page link opens the pane by itself, 400 ms later (SH-094). After a link or the
     * start parameter the menu's chat block stays open until the visitor opens another one (SH-061). A query parameter is
     * not a visitor's action and takes no focus (A11Y-10).
     */
    chatAsked(from: string): void {
      state.isChatForced = from === 'link' || from === 'queryParameter';
      if (from !== 'link') pane.show({ takesFocus: from !== 'queryParameter' });
    },
    /** The visitor has pressed what lets a chat start: it opens in the menu once it is there. */
    chatExpected(): void {
      state.isChatForced = true;
    },
    toggleMenu(): void {
      state.isMenuToggled = !state.isMenuToggled;
    },
    showMenu(): void {
      state.isMenuToggled = displayMode({ ...state.chat, isToggled: false }) !== 'menu';
    },
    /** SH-040. */
    close(): void {
      const action = closeAction(state.chat.state);
      if (action === 'confirm') {
        state.isConfirmingEnd = true;
        return;
      }
      if (action === 'clearAndHide') ports.clearChat();
      pane.hide({ returnsFocus: true });
    },
    confirmEnd(): void {
      state.isConfirmingEnd = false;
      ports.endChat();
    },
    dismissEnd(): void {
      state.isConfirmingEnd = false;
    },
    chatChanged(chat: ChatSummary): void {
      if (!chat.isLive && !chat.override) state.isMenuToggled = false;
      // The question was about another conversation, or that one is over.
      if (chat.isLive || chat.availability === 'available') state.isChatMissing = false;
      if (!chat.isLive || chat.conversationId !== state.chat.conversationId) state.isConfirmingEnd = false;
      // A streamed answer changes the conversation many times a second, and its summary rarely.
      if (JSON.stringify(chat) !== JSON.stringify(state.chat)) state.chat = chat;
    },
    schedulerChanged(scheduler: ShellState['scheduler']): void {
      state.scheduler = scheduler;
    },
    measured(contentHeightPx: number): void {
      state.contentHeightPx = contentHeightPx;
    },
    /**
     * Opens an address through the page. Every link of the pane, the chat and the cards comes here. If the browser blocks the tab,
     * the pane shows a link (SH-175).
     */
    async openUrl(url: string, target: 'self' | 'tab'): Promise<boolean> {
      state.blockedUrl = undefined;
      const address = toAddress(url);
      if (address === undefined) {
        ports.log.warn('An address may not be opened.');
        return false;
      }
      const opened = await ports.host.openUrl(address, target).catch((error) => {
        ports.log.warn('The page did not open an address.', error); // Refused, or the page is gone: no tab was blocked.
      });
      if (opened === false && target === 'tab') {
        state.blockedUrl = address;
        pane.show({ takesFocus: state.takesFocus });
      }
      return opened === true;
    },
    dismissBlocked(): void {
      state.blockedUrl = undefined;
    },
  };
}

export type ShellStore = ReturnType<typeof createShellStore>;
