/** The shell's summary of the chat. The chat room keeps it up to date through `shell.chatChanged`. */
export interface ChatSummary {
  /** SH-036, SH-065: whether a chat can start. */
  readonly availability: 'unknown' | 'available' | 'standBy' | 'unavailable';
  /** The active conversation's state; undefined when there is none. */
  readonly state: string | undefined;
  readonly queueType: string | undefined;
  /** A conversation is waiting for an agent or active. */
  readonly isLive: boolean;
  /** The conversation in the window, active or ended; undefined when there is none to return to. */
  readonly conversationId: string | undefined;
  /** An ended conversation stays in the pane (CH-048). */
  readonly override: boolean;
  /** The number on the pill (CH-045). */
  readonly unread: number;
  /** The number of all unseen messages, for the page's own use. */
  readonly unseen: number;
  readonly purpose: string;
  /** Whether the visitor works for the company (CH-104); undefined until the check has finished. */
  readonly isEmployee?: boolean | undefined;
}

export const noChat: ChatSummary = {
  availability: 'unknown',
  state: undefined,
  queueType: undefined,
  isLive: false,
  conversationId: undefined,
  override: false,
  unread: 0,
  unseen: 0,
  purpose: '(default)',
};
