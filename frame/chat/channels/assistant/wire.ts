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

export interface AssistantInstance {
  render?(): Promise<unknown>;
  destroy?(): void;
}
