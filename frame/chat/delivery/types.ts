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

/**
 * - `queued`: not sent.
 * - `sent`: sent; its answer is awaited.
 * - `lost`: there was no answer, or none that says whether it arrived.
 * - `acked`: the service says that it has it; its echo is expected.
 * - `settled`: its echo has arrived. Kept so that another tab does not match the same echo.
 * - `unsent`: refused or given up; shown with Try again.
 */
export type TextStatus = 'queued' | 'sent' | 'lost' | 'acked' | 'settled' | 'unsent';

/** One text of the visitor that the service has not confirmed. Stored under its own key. */
export interface Entry {
  /** Our id, which the service returns with the echo if it can. */
  readonly id: string;
  /** The adapter that sends it. */
  readonly adapterId: string;
  /** The owner of the text: a hash of the visitor's id at the service and the account. It is never sent for anybody else. */
  readonly owner: string;
  /** The tab that may send it. Another tab inherits it when this one is gone. */
  readonly tabId: string;
  /** The service's id of the conversation that it was written in; undefined while the conversation is being started. */
  readonly conversationId: string | undefined;
  /** A part of the conversation with its own positions, such as a survey's dialog; undefined for the main part. */
  readonly streamId: string | undefined;
  /** The last position of the stream that was known when the text was written, or last sent; -1 if none was. Its echo comes later. */
  readonly position: number;
  /**
   * The service's own key of the event at that position, if it has keys. After a restart of the numbering, the position has
   * another event.
   */
  readonly positionKey?: string | undefined;
  readonly text: string;
  /** ms since the epoch, by the visitor's clock. Strictly increasing within a tab. */
  readonly writtenAt: number;
  /** When it was last sent, ms since the epoch, by the visitor's clock. */
  readonly sentAt?: number | undefined;
  readonly status: TextStatus;
  /** The position of the echo of a settled text. */
  readonly settledAt: number | undefined;
  /** The key of that echo, if it has one. Its position may then be void. */
  readonly settledAs?: string | undefined;
  /** The channel's data for sending it. JSON. */
  readonly data: unknown;
}

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

export interface NewText {
  readonly id: string;
  readonly text: string;
  readonly streamId?: string | undefined;
  readonly data?: unknown;
}

/** The outcome of an attempt to send a text. */
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

/**
 * Delivers the visitor's texts: each is at the service exactly once, in order, for the visitor and in the conversation it
 * was written in, or is visibly shown as not sent.
 */
export interface Delivery {
  /** Whether a text of this tab is waiting to be sent or for its echo. */
  readonly isPending: boolean;
  /** Sets the owner whose texts are sent. After a change the texts of the previous owner become unsent. */
  setOwner(owner: string | undefined): void;
  /** Texts written from now on belong to this conversation, and so do this tab's texts that were waiting for it. */
  conversationOpened(conversationId: string): void;
  /** The service has given the open conversation an id, or a new one. It keeps its texts. */
  conversationNamed(conversationId: string): void;
  /**
   * The conversation is over, or the service has none: unconfirmed texts become unsent, those from before a reload return to
   * the composer, and no text stays in storage. Claims are kept for some time, for tabs that notice the end later.
   */
  conversationClosed(): void;
  /** A start has failed: the texts that wait for a conversation become unsent. */
  startFailed(): void;
  /** Adds a text and sends it when it can be sent. The id of an unsent text sends that text again (Try again). */
  write(text: NewText): void;
  /** The visitor has taken the text back. It is neither sent nor restored. */
  forget(id: string): void;
  /** The connection can carry texts, or no longer can. */
  setReady(isReady: boolean): void;
  /**
   * The previous session is lost, and with it perhaps texts that it had acknowledged. Call it when the next session begins.
   * Only with `ackEndsWithSession`.
   */
  sessionLost(): void;
  /** Whether events are missing. While they are, no text with an unknown outcome is sent again. */
  setGap(hasGap: boolean): void;
  /** Highest position of a stream that is known. */
  seen(position: number, streamId?: string): void;
  /** A text of the visitor arrived from the service. Returns the echoed text, after calling `delivered`. */
  echo(echo: Echo): Entry | undefined;
  /** The service has answered the text that is being sent, and its answer shows the place of the echo. Calls `delivered`. */
  answered(id: string, echo: Pick<Echo, 'position' | 'key'>): void;
  /**
   * The service has restarted its numbering: all positions are void. Call it before reporting events of the new numbering,
   * and from then on report only events that have not been reported before: an old echo in its new place would confirm a
   * newer text with the same words.
   */
  restarted(): void;
}
