import * as v from 'valibot';

/**
 * Frames of the messaging websocket. Incoming frames are parsed leniently: unknown types and fields are ignored, and a list
 * of one may arrive as the bare item.
 */

const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.union([v.array(v.unknown()), v.unknown()]),
    v.transform((value): v.InferOutput<Item>[] =>
      (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).flatMap((one) => {
        const result = v.safeParse(item, one);
        return result.success ? [result.output] : [];
      }),
    ),
  );

/** A field that is null or of the wrong type counts as missing, without invalidating the fields around it. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

const idText = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const response = v.object({
  kind: v.literal('resp'),
  reqId: idText,
  code: v.number(),
  body: v.optional(v.unknown()),
});

const notification = v.object({ kind: v.literal('notification'), type: v.string(), body: v.optional(v.unknown()) });

export type ResponseFrame = v.InferOutput<typeof response>;
export type NotificationFrame = v.InferOutput<typeof notification>;

/** Undefined for anything that is not a valid frame. */
export function parseFrame(text: string): ResponseFrame | NotificationFrame | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // The socket logs invalid frames.
  }
  const result = v.safeParse(v.variant('kind', [response, notification]), value);
  return result.success ? result.output : undefined;
}

const participant = v.object({ id: idText, role: v.string() });

const dialog = v.object({
  dialogId: idText,
  dialogType: v.string(),
  state: v.string(),
  /** Who closed it: CONSUMER, AGENT, or another value of the service. */
  closedBy: maybe(v.string()),
  participantsDetails: v.optional(listOf(participant), []),
});

const details = v.object({
  state: maybe(v.string()),
  stage: maybe(v.string()),
  skillId: maybe(idText),
  metaDataLastUpdateTs: maybe(v.number()),
  /** The older format of `participants`: lists of ids by role. */
  participantsPId: maybe(v.record(v.string(), listOf(idText))),
  participants: v.optional(listOf(participant), []),
  dialogs: v.optional(listOf(dialog), []),
});

type WireDetails = v.InferOutput<typeof details>;

/** Merges both formats of the participants. */
function withParticipants({ participantsPId = {}, ...rest }: WireDetails): Omit<WireDetails, 'participantsPId'> {
  const older = Object.entries(participantsPId).flatMap(([role, ids]) => ids.map((id) => ({ id, role })));
  return { ...rest, participants: [...rest.participants, ...older] };
}

const conversationChange = v.object({
  type: v.string(),
  // For a deleted conversation the service may send only the id.
  result: v.object({ convId: idText, conversationDetails: v.optional(details, {}) }),
});

export type Dialog = v.InferOutput<typeof dialog>;
export type ConversationDetails = ReturnType<typeof withParticipants>;

export interface ConversationChange {
  readonly conversationId: string;
  readonly isDeleted: boolean;
  readonly details: ConversationDetails;
}

const changesOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ subscriptionId: v.optional(v.string()), changes: v.optional(listOf(item), []) });

export function parseConversationChanges(body: unknown): readonly ConversationChange[] {
  const result = v.safeParse(changesOf(conversationChange), body);
  if (!result.success) return [];
  return result.output.changes.map(({ type, result: { convId, conversationDetails } }) => ({
    conversationId: convId,
    isDeleted: type === 'DELETE',
    details: withParticipants(conversationDetails),
  }));
}

const clickMetadata = v.record(v.string(), v.unknown());

const reply = v.object({
  type: v.optional(v.string()),
  title: v.string(),
  tooltip: v.optional(v.string()),
  click: v.optional(
    v.object({
      metadata: v.optional(v.nullable(listOf(clickMetadata)), []),
      actions: v.optional(
        listOf(v.object({ type: v.string(), text: v.optional(v.string()), uri: v.optional(v.string()) })),
        [],
      ),
    }),
  ),
});

/** A button of a structured message has the same format as a quick reply. */
export function parseButton(value: unknown): WireQuickReply | undefined {
  const result = v.safeParse(reply, value);
  return result.success ? result.output : undefined;
}

export type WireQuickReply = v.InferOutput<typeof reply>;

const quickReplies = v.optional(v.nullable(v.object({ replies: v.optional(listOf(reply), []) })));

const contentEvent = v.object({
  type: v.literal('ContentEvent'),
  contentType: v.optional(v.string(), 'text/plain'),
  message: v.unknown(),
  quickReplies,
});
/** The vendor's code sends `content`; its published schema says `message`. */
const richContentEvent = v.object({
  type: v.literal('RichContentEvent'),
  content: v.optional(v.unknown()),
  message: v.optional(v.unknown()),
  quickReplies,
});
const acceptEvent = v.object({
  type: v.literal('AcceptStatusEvent'),
  status: v.string(),
  sequenceList: v.optional(listOf(v.number()), []),
});
const chatStateEvent = v.object({ type: v.literal('ChatStateEvent'), chatState: v.string() });

const messagingChange = v.object({
  sequence: maybe(v.pipe(v.number(), v.integer())),
  serverTimestamp: maybe(v.number()),
  originatorId: v.optional(v.nullable(idText)),
  originatorMetadata: v.optional(v.nullable(v.object({ role: v.optional(v.nullable(v.string())) }))),
  conversationId: v.optional(v.nullable(idText)),
  dialogId: idText,
  metadata: v.optional(v.nullable(listOf(clickMetadata))),
  event: v.variant('type', [contentEvent, richContentEvent, acceptEvent, chatStateEvent]),
});

export type MessagingChange = v.InferOutput<typeof messagingChange>;
export type ContentEvent = v.InferOutput<typeof contentEvent>;

/** Events of unknown types are kept by sequence, so that they do not look like gaps. */
export interface MessagingChanges {
  readonly changes: readonly MessagingChange[];
  readonly unknown: readonly { readonly dialogId: string; readonly sequence: number }[];
}

const unknownChange = v.object({ dialogId: idText, sequence: v.pipe(v.number(), v.integer()) });

export function parseMessagingChanges(body: unknown): MessagingChanges {
  const result = v.safeParse(v.object({ changes: v.optional(listOf(v.unknown()), []) }), body);
  const changes: MessagingChange[] = [];
  const unknown: v.InferOutput<typeof unknownChange>[] = [];
  for (const one of result.success ? result.output.changes : []) {
    const known = v.safeParse(messagingChange, one);
    if (known.success) {
      changes.push(known.output);
      continue;
    }
    const other = v.safeParse(unknownChange, one);
    if (other.success) unknown.push(other.output);
  }
  return { changes, unknown };
}

/** Our own id of a message, if the service returned it with the event. */
export function externalIdOf(change: Pick<MessagingChange, 'metadata'>): string | undefined {
  const entry = change.metadata?.find((one) => one.type === 'ExternalId');
  return typeof entry?.id === 'string' ? entry.id : undefined;
}

const conversationAnswer = v.object({ conversationId: v.pipe(v.string(), v.minLength(1)) });
export function parseConversationId(body: unknown): string | undefined {
  const result = v.safeParse(conversationAnswer, body);
  return result.success ? result.output.conversationId : undefined;
}

const tokenPayload = v.object({ sub: v.pipe(v.string(), v.minLength(1)) });

/** The consumer id in a bearer token (CH-147); undefined for an invalid token. */
export function consumerIdOf(token: string): string | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const json = new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
    return v.parse(tokenPayload, JSON.parse(json)).sub;
  } catch {
    return undefined; // The caller reports the invalid token.
  }
}
