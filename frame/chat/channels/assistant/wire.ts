/** The parts of the Watson Assistant web chat API that this channel uses. */

export interface AssistantOptions {
  readonly integrationID: string;
  readonly serviceInstanceID?: string;
  readonly subscriptionID?: string;
  readonly region: string;
  readonly locale: string;
  readonly zIndex: number;
  /** The pane renders the conversation, so the vendor's launcher and window stay hidden. */
  readonly showLauncher: false;
  readonly openChatByDefault: false;
}

export interface AssistantEvent {
  readonly type: string;
  /** The answer of a `receive`. */
  readonly data?: unknown;
  /** What a `history:begin` restores: messages of the visitor and answers, oldest first. */
  readonly messages?: unknown;
}

interface AssistantListener {
  readonly type: 'receive' | 'history:begin';
  readonly handler: (event: AssistantEvent) => void;
}

export interface AssistantInstance {
  /** Sends a message to the assistant. Rejects if that fails; the answer comes as a `receive` event. */
  send(message: unknown): Promise<unknown>;
  on(listener: AssistantListener): void;
  off(listener: AssistantListener): void;
  render?(): Promise<unknown>;
  /** Opens the program's own window, which restores the history of its session. It stays hidden. */
  changeView?(view: 'mainWindow'): unknown;
  /** Removes what the web chat keeps in cookies and browser storage for the current session, its history included. */
  destroySession?(): unknown;
  destroy?(): void;
}
