import * as v from 'valibot';
import type { ChannelPorts } from '../channel.ts';

/**
 * The capabilities of a service: what it reports about the visitor's texts. Each channel declares them; the rules of delivery
 * depend on them.
 */
export interface DeliveryCapabilities {
  /**
   * Every echo carries the id that its text was sent with. If false or unknown, an echo without an id is matched by its
   * words. An echo with an id is always matched by its id.
   */
  readonly ids: boolean;
  /** Events are numbered, so missing ones are noticed. */
  readonly sequence: boolean;
  /** The service can replay the conversation, which shows whether a text with an unknown outcome arrived. */
  readonly history: boolean;
  /**
   * A server may acknowledge a text and crash before it has forwarded it. Until its echo, an acknowledged text is
   * looked for when the session is lost (`sessionLost`), and sent again if the replay does not have it.
   */
  readonly ackEndsWithSession?: boolean;
}

/** One text of the visitor that the service has not confirmed. Stored under its own key. */
export const entrySchema = v.object({
  /** Our id, which the service returns with the echo if it can. */
  id: v.pipe(v.string(), v.minLength(1)),
  /** The adapter that sends it. */
  adapterId: v.string(),
  /** The owner of the text: a hash of the visitor's id at the service and the account. It is never sent for anybody else. */
  owner: v.pipe(v.string(), v.minLength(1)),
  /** The tab that may send it. Another tab inherits it when this one is gone. */
  tabId: v.string(),
  /** The service's id of the conversation that it was written in; undefined while the conversation is being started. */
  conversationId: v.optional(v.string()),
  /** A part of the conversation with its own positions, such as a survey's dialog; undefined for the main part. */
  streamId: v.optional(v.string()),
  /** The last position of the stream that was known when the text was written, or last sent; -1 if none was. Its echo comes later. */
  position: v.number(),
  /**
   * The service's own key of the event at that position, if it has keys. After a restart of the numbering, the position has
   * another event.
   */
  positionKey: v.optional(v.string()),
  text: v.string(),
  /** ms since the epoch, by the visitor's clock. Strictly increasing within a tab. */
  writtenAt: v.number(),
  /** When it was last sent, ms since the epoch, by the visitor's clock. */
  sentAt: v.optional(v.number()),
  /**
   * - `queued`: not sent.
   * - `sent`: sent; its answer is awaited.
   * - `lost`: there was no answer, or none that says whether it arrived.
   * - `acked`: the service says that it has it; its echo is expected.
   * - `settled`: its echo has arrived. Kept so that another tab does not match the same echo.
   * - `unsent`: refused or given up; shown with Try again.
   */
  status: v.picklist(['queued', 'sent', 'lost', 'acked', 'settled', 'unsent']),
  /** The position of the echo of a settled text. */
  settledAt: v.optional(v.number()),
  /** The key of that echo, if it has one. Its position may then be void. */
  settledAs: v.optional(v.string()),
  /** The channel's data for sending it. JSON. */
  data: v.optional(v.unknown()),
});

export type Entry = Readonly<v.InferOutput<typeof entrySchema>>;

/**
 * A text of the visitor as the service reports it. Report each position once, unless the echo has an id: it then confirms the
 * text of that id again.
 */
export interface Echo {
  /** The client id that the service returned, if it did. */
  readonly id: string | undefined;
  readonly text: string;
  readonly position: number;
  readonly streamId?: string | undefined;
  /**
   * The service's own key of the echo, such as its id or time there. It is unique in its stream, and the same in every tab
   * and numbering. Tabs that count differently, or notice a restart at different times, recognise each other's claims by it.
   */
  readonly key?: string | undefined;
}

export type NewText = Pick<Entry, 'id' | 'text' | 'streamId' | 'data'>;

export type Outcome =
  /** The service has it. */
  | { readonly type: 'acked' }
  /** The service will never accept it. */
  | { readonly type: 'refused' }
  /** The service did not store it and is busy. */
  | { readonly type: 'busy'; readonly retryAfterMs: number | undefined }
  /** No answer, or one that does not show whether it was stored. */
  | { readonly type: 'unknown' };

export interface DeliveryPorts extends Pick<ChannelPorts, 'clock' | 'lifetime' | 'storage' | 'tabs'> {
  readonly adapterId: string;
  readonly capabilities: DeliveryCapabilities;
  /**
   * Whether texts are sent again without asking the visitor: after an unknown outcome that the replay has resolved to "did
   * not arrive", and after a reload. False: they are shown as not sent, with Try again.
   */
  readonly resends: boolean;
  /**
   * Each tab has its own conversation, which only the same tab can continue after a reload. Another tab returns its texts to
   * the composer only once the tab has had time to reload. An echo confirms a text even before its answer: nobody else can
   * have sent the same words.
   */
  readonly hasConversationPerTab?: boolean;
  /** Sends one text. Never rejects. */
  readonly publish: (entry: Entry) => Promise<Outcome>;
  /**
   * Requests all events after the known positions. Resolves when all of them have been passed to `echo` and `seen`; rejects
   * if the request fails. Called only with `capabilities.history`.
   */
  readonly replay: () => Promise<void>;
  /** The service's own key of the event at a position, as in `Echo`. Undefined if it is unknown. */
  readonly keyAt?: (position: number, streamId: string | undefined) => string | undefined;
  /**
   * The text is at the service. `position` is that of its echo, if one has arrived; if it comes later, this is called again.
   * With `ackEndsWithSession` it is called once, with the acknowledgement or the echo.
   */
  readonly delivered: (entry: Entry, position: number | undefined) => void;
  /** Whether a text that has waited for a minute is still expected to be sent, so that it is not yet shown as not sent. */
  readonly mayWait?: (entry: Entry) => boolean;
  /** The text is not sent. It may still arrive later, and is then confirmed. Called once for each attempt of the visitor. */
  readonly notDelivered: (entry: Entry) => void;
  /**
   * Texts of this conversation from before a reload or from a closed tab, or that the service has lost. Show them as pending
   * (`unsent`: as not sent; `acked`: as sent).
   */
  readonly restored: (entries: readonly Entry[]) => void;
  /**
   * The visitor's texts in the conversation of this entry, which is not the open one. Rejects if the request fails.
   * Undefined: the service can only return the open conversation.
   */
  readonly lookUp?: (entry: Entry) => Promise<readonly Echo[]>;
  /** Texts whose conversation is over. They return to the composer, so that the visitor can send or delete them. */
  readonly returned: (texts: readonly string[]) => void;
}
