import * as v from 'valibot';
import type { ChatState } from '../../conversation.ts';

/**
 * The parts of the Salesforce Live Agent deployment API (the `liveagent` global) that this channel uses. Button ids start
 * with 573, deployment ids with 572, organisation ids with 00D.
 */
export interface LiveAgent {
  init(chatUrl: string, deploymentId: string, orgId: string): void;
  /** Events only fire for buttons that were registered with an element before `init`. */
  showWhenOnline(buttonId: string, element: unknown): void;
  showWhenOffline(buttonId: string, element: unknown): void;
  addButtonEventHandler(buttonId: string, handler: (event: string) => void): void;
  setChatWindowWidth(px: number): void;
  setChatWindowHeight(px: number): void;
  startChat(buttonId: string): void;
}

/** The vendor's event names; the values equal the keys of its `BUTTON_EVENT` table. */
const buttonEvents = {
  available: 'BUTTON_AVAILABLE',
  unavailable: 'BUTTON_UNAVAILABLE',
  accepted: 'BUTTON_ACCEPTED',
  rejected: 'BUTTON_REJECTED',
} as const;

const id = v.pipe(v.string(), v.nonEmpty());

/** The `support` section of the channels in `frame/config.json`. */
export const supportDeployment = v.object({
  /** The vendor's script, `https://c.{pod}.salesforceliveagent.com/content/g/js/{version}/deployment.js`. */
  script: v.pipe(v.string(), v.url()),
  /** The vendor's chat URL, `https://d.{pod}.salesforceliveagent.com/chat`. */
  chatUrl: v.pipe(v.string(), v.url()),
  deploymentId: id,
  orgId: id,
  /** Button ids by routing skill; `default` covers all other skills. */
  buttons: v.record(v.string(), id),
});

export type SupportDeployment = v.InferOutput<typeof supportDeployment>;

export type ButtonState = Extract<ChatState, 'available' | 'unavailable'>;

/** The adapter state that follows from a button event; undefined for events that change nothing (CH-154). */
export function toState(event: unknown): ButtonState | undefined {
  if (event === buttonEvents.available) return 'available';
  return event === buttonEvents.unavailable || event === buttonEvents.rejected ? 'unavailable' : undefined;
}
