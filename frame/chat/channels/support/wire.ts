import * as v from 'valibot';

/** The provider's deployment program, as far as it is used. Ids: 573 a button, 572 a deployment, 00D an organisation. */
export interface LiveAgent {
  init(chatUrl: string, deploymentId: string, orgId: string): void;
  /** Events only fire for buttons that are registered with an element, before `init`. */
  showWhenOnline(buttonId: string, element: unknown): void;
  showWhenOffline(buttonId: string, element: unknown): void;
  addButtonEventHandler(buttonId: string, handler: (event: string) => void): void;
  setChatWindowWidth(px: number): void;
  setChatWindowHeight(px: number): void;
  startChat(buttonId: string): void;
}

/** What the provider's events are called; the values equal the names of its `BUTTON_EVENT` table. */
export const buttonEvents = {
  available: 'BUTTON_AVAILABLE',
  unavailable: 'BUTTON_UNAVAILABLE',
  accepted: 'BUTTON_ACCEPTED',
  rejected: 'BUTTON_REJECTED',
} as const;

const id = v.pipe(v.string(), v.nonEmpty());

/** Section `chat.channels.support` of the deployment file. */
export const supportDeployment = v.object({
  /** The provider's script, `https://c.{pod}.salesforceliveagent.com/content/g/js/{version}/deployment.js`. */
  script: v.pipe(v.string(), v.url()),
  /** The provider's chat address, `https://d.{pod}.salesforceliveagent.com/chat`. */
  chatUrl: v.pipe(v.string(), v.url()),
  deploymentId: id,
  orgId: id,
  /** Button ids by routing skill; `default` serves the others. */
  buttons: v.record(v.string(), id),
});

export type SupportDeployment = v.InferOutput<typeof supportDeployment>;
