import * as v from 'valibot';
import { maxAnswerLength } from '../../../platform/backend/readAnswer.ts';
import { parseAnswer } from '../../../platform/parseJson.ts';
import { idText, optionalField, parseList, toList, tryParse } from '../../../platform/wireFields.ts';

/**
 * Frames of the messaging websocket. Incoming frames are parsed leniently: unknown types and fields are ignored, and a list
 * of one may arrive as the bare item.
 */

const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.union([v.array(v.unknown()), v.unknown()]),
    v.transform((value) => parseList(item, toList(value))),
  );

export const response = v.object({
  kind: v.literal('resp'),
  reqId: idText,
  code: v.number(),
  body: v.optional(v.unknown()),
});

export const notification = v.object({
  kind: v.literal('notification'),
  type: v.string(),
  body: v.optional(v.unknown()),
});

const frame = v.variant('kind', [response, notification]);

export type ResponseFrame = v.InferOutput<typeof response>;
export type NotificationFrame = v.InferOutput<typeof notification>;

/** Undefined for anything that is not a valid frame, and for one that is too long. */
export function parseFrame(text: string): ResponseFrame | NotificationFrame | undefined {
  if (text.length > maxAnswerLength) return undefined;
  let value: unknown;
  try {
    value = parseAnswer(text);
  } catch {
    return undefined; // The socket logs invalid frames.
  }
  return tryParse(frame, value);
}

/** Who takes part, as `CONSUMER`, `ASSIGNED_AGENT`, `AGENT`, `MANAGER`, `READER` or `CONTROLLER`. */
export const participant = v.object({ id: idText, role: v.string() });

export const dialog = v.object({
  dialogId: idText,
  /** `MAIN`, `POST_SURVEY`, or another one, which is not shown. */
  dialogType: v.string(),
  /** `OPEN` or `CLOSE`. */
  state: v.string(),
  /** The party that closed it: CONSUMER, AGENT, or another value of the service. */
  closedBy: optionalField(v.string()),
  participantsDetails: v.optional(listOf(participant), []),
});

export const details = v.object({
  /** The state of the main dialog: `OPEN` or `CLOSE`. */
  state: optionalField(v.string()),
  /** The state of the whole conversation: `OPEN`, `CLOSE` or `LOCKED`. */
  stage: optionalField(v.string()),
  skillId: optionalField(idText),
  /** ms since the epoch. Older details are ignored. */
  metaDataLastUpdateTs: optionalField(v.number()),
  /** The older format of `participants`: lists of ids by role. */
  participantsPId: optionalField(v.record(v.string(), listOf(idText))),
  participants: v.optional(listOf(participant), []),
  dialogs: v.optional(listOf(dialog), []),
});

const mergedDetails = v.pipe(
  details,
  v.transform(({ participantsPId = {}, ...rest }) => {
    const older = Object.entries(participantsPId).flatMap(([role, ids]) => ids.map((id) => ({ id, role })));
    return { ...rest, participants: [...rest.participants, ...older] };
  }),
);

const conversationChange = v.pipe(
  v.object({
    type: v.string(),
    // For a deleted conversation the service may send only the id.
    result: v.object({ convId: idText, conversationDetails: v.nullish(mergedDetails, {}) }),
  }),
  v.transform(({ type, result: { convId, conversationDetails } }) => ({
    conversationId: convId,
    isDeleted: type === 'DELETE',
    details: conversationDetails,
    view: viewConversation(conversationDetails),
  })),
);

export type DialogDetails = v.InferOutput<typeof dialog>;
export type ConversationDetails = v.InferOutput<typeof mergedDetails>;
export type ConversationChange = v.InferOutput<typeof conversationChange>;

const conversationChanges = v.object({ changes: v.optional(listOf(conversationChange), []) });

export const parseConversationChanges = (body: unknown): readonly ConversationChange[] =>
  tryParse(conversationChanges, body)?.changes ?? [];

/** The vendor's conversation details, reduced to what the channel needs. Agents and bots are in the vendor's order. */
export type ConversationView = ReturnType<typeof viewConversation>;

/** Roles of participants who are not agents (CH-137). */
const nonAgentRoles = new Set(['CONSUMER', 'READER', 'CONTROLLER']);

export function isAgentRole(role: string | undefined | null): boolean {
  return typeof role === 'string' && !nonAgentRoles.has(role);
}

/**
 * Reads the dialogs first, then `stage`, and `state` last. `state` describes only the main dialog: it is CLOSE while a
 * survey runs (CH-135, CH-138, CH-139).
 */
export function viewConversation(details: ConversationDetails) {
  const open = details.dialogs.filter((one) => one.state === 'OPEN');
  const main = open.find((one) => one.dialogType === 'MAIN');
  const survey = open.find((one) => one.dialogType === 'POST_SURVEY');
  const isClosed =
    details.stage === 'CLOSE' || (open.length === 0 && (details.dialogs.length > 0 || details.state === 'CLOSE'));
  const agents = agentsOf(main, details);
  const ids = { mainDialogId: main?.dialogId, surveyDialogId: survey?.dialogId };
  if (isClosed) return { phase: 'closed' as const, agents: [], mainDialogId: undefined, surveyDialogId: undefined };
  if (survey && !main) return { phase: 'survey' as const, agents: [], ...ids };
  return { phase: agents.length > 0 ? ('chatting' as const) : ('waiting' as const), agents, ...ids };
}

function agentsOf(main: DialogDetails | undefined, details: ConversationDetails): readonly string[] {
  const people = main && main.participantsDetails.length > 0 ? main.participantsDetails : details.participants;
  return [...new Set(people.filter((one) => isAgentRole(one.role)).map((one) => one.id))];
}

const clickMetadata = v.record(v.string(), v.unknown());

const someText = optionalField(v.string());

export const reply = v.object({
  type: someText,
  title: v.string(),
  tooltip: someText,
  click: optionalField(
    v.object({
      metadata: v.optional(v.nullable(listOf(clickMetadata)), []),
      actions: v.optional(listOf(v.object({ type: v.string(), text: someText, uri: someText })), []),
    }),
  ),
});

/** A button of a structured message has the same format as a quick reply. */
export const parseButton = (value: unknown): WireQuickReply | undefined => tryParse(reply, value);

export type WireQuickReply = v.InferOutput<typeof reply>;

const quickReplies = optionalField(v.object({ replies: v.optional(listOf(reply), []) }));

export const contentEvent = v.object({
  type: v.literal('ContentEvent'),
  contentType: someText,
  /** A text, or for a file an object. */
  message: v.unknown(),
  quickReplies,
});
/** The vendor's code sends `content`; its published schema says `message`. */
export const richContentEvent = v.object({
  type: v.literal('RichContentEvent'),
  content: v.optional(v.unknown()),
  message: v.optional(v.unknown()),
  quickReplies,
});
export const acceptEvent = v.object({
  type: v.literal('AcceptStatusEvent'),
  /** `ACCEPT`, `READ`, `ACCESS`, `NACK` or `ACTION`. */
  status: v.string(),
  sequenceList: v.optional(listOf(v.number()), []),
});
export const chatStateEvent = v.object({ type: v.literal('ChatStateEvent'), chatState: v.string() });

/** An event of a type that we do not know. It has a sequence, so it must not look like a gap. */
const unknownEvent = v.pipe(
  v.unknown(),
  v.transform(() => ({ type: 'UnknownEvent' as const })),
);

export const messagingChange = v.object({
  /** Its number in the dialog. Typing has none. */
  sequence: optionalField(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** ms since the epoch. */
  serverTimestamp: optionalField(v.number()),
  /** Who did it. */
  originatorId: optionalField(v.nullable(idText)),
  originatorMetadata: optionalField(v.nullable(v.object({ role: v.optional(v.nullable(v.string())) }))),
  conversationId: optionalField(v.nullable(idText)),
  dialogId: idText,
  metadata: optionalField(v.nullable(listOf(clickMetadata))),
  event: v.union([v.variant('type', [contentEvent, richContentEvent, acceptEvent, chatStateEvent]), unknownEvent]),
});

export type MessagingChange = v.InferOutput<typeof messagingChange>;
export type ContentEvent = v.InferOutput<typeof contentEvent>;

const messagingChanges = v.object({ changes: v.optional(listOf(messagingChange), []) });

export const parseMessagingChanges = (body: unknown): readonly MessagingChange[] =>
  tryParse(messagingChanges, body)?.changes ?? [];

/**
 * Whether two events with one sequence are one event, whose content has been changed or removed: the same sender at the same
 * time. The vendor does not document this, but an agent desk that redacts a message can only replace it.
 */
export function isSameEvent(one: EventOrigin, other: EventOrigin): boolean {
  return (
    one.originatorId === other.originatorId &&
    one.serverTimestamp !== undefined &&
    one.serverTimestamp === other.serverTimestamp
  );
}

export type EventOrigin = Pick<MessagingChange, 'originatorId' | 'serverTimestamp'>;

/** A visitor's texts never have the same time at the service, and a restart of its numbering does not change it. */
export const eventKey = ({ serverTimestamp }: EventOrigin): string | undefined => serverTimestamp?.toString();

/** Distinguishes an event from another one with the same sequence, by sender, content and time. */
export function fingerprintOf({ originatorId, serverTimestamp, event }: MessagingChange): string {
  const content = contentOf(event);
  const text = typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
  return [event.type, originatorId, serverTimestamp, text.length, text.slice(0, maxFingerprintChars)].join(' ');
}

export const isMessage = ({ event: { type } }: MessagingChange): boolean =>
  type === 'ContentEvent' || type === 'RichContentEvent';

export const isReceipt = ({ event }: MessagingChange): boolean => event.type === 'AcceptStatusEvent';

function contentOf(event: MessagingChange['event']): unknown {
  if (event.type === 'ContentEvent') return event.message;
  if (event.type === 'RichContentEvent') return event.content ?? event.message;
  return event.type === 'AcceptStatusEvent' ? [event.status, event.sequenceList] : '';
}

const maxFingerprintChars = 100;

/** Our own id of a message, if the service returned it with the event. */
export function externalIdOf(change: Pick<MessagingChange, 'metadata'>): string | undefined {
  const entry = change.metadata?.find((one) => one.type === 'ExternalId');
  return typeof entry?.id === 'string' ? entry.id : undefined;
}

export const conversationAnswer = v.object({ conversationId: v.pipe(v.string(), v.minLength(1)) });
export const parseConversationId = (body: unknown): string | undefined =>
  tryParse(conversationAnswer, body)?.conversationId;

const serverTime = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.minValue(Date.UTC(2001, 0)));

export const clockAnswer = v.union([serverTime, v.object({ currentTime: serverTime })]);

/** The service's time, ms. No public document gives the shape of this answer, so a bare number is accepted too. */
export function parseServiceTime(body: unknown): number | undefined {
  const answer = tryParse(clockAnswer, body);
  return typeof answer === 'object' ? answer.currentTime : answer;
}

export const publishAnswer = v.object({ sequence: v.pipe(v.number(), v.integer(), v.minValue(0)) });
/** The sequence in the answer to a published event, which may be off by one. */
export const parsePublishedSequence = (body: unknown): number | undefined => tryParse(publishAnswer, body)?.sequence;

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
