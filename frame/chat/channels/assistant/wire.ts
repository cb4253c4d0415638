/** The provider's web chat in its own words, as far as it is used. */

export interface AssistantOptions {
  readonly integrationID: string;
  readonly serviceInstanceID?: string;
  readonly subscriptionID?: string;
  readonly region: string;
  readonly locale: string;
  readonly zIndex: number;
  /** We draw the conversation; the provider's launcher and window stay away. */
  readonly showLauncher: false;
  readonly openChatByDefault: false;
}

export interface AssistantInstance {
  render?(): Promise<unknown>;
  destroy?(): void;
}
