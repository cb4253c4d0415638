import type { Line, MessageInput, MessageOrder, QuickReply } from '../../conversation.ts';
import { type ContentEvent, isAgentRole, type MessagingChange, parseButton, type WireQuickReply } from './wire.ts';

export interface EventFacts {
  readonly conversationId: string;
  readonly consumerId: string;
  /** The service's time, for events without one. */
  readonly now: number;
  /** The role of a participant; undefined if the conversation details do not list it. */
  readonly roleOf: (id: string) => string | undefined;
}

/** The id that all messages of the service get (CH-140). Sequences repeat after the service has restarted its numbering. */
export function messageIdOf(conversationId: string, dialogId: string, sequence: number, restarts = 0): string {
  const restart = restarts === 0 ? '' : `restart${restarts}__`;
  return `${conversationId}__${dialogId}__${restart}${sequence}`;
}

/** A message that the widget itself adds to the conversation, after everything that is known. */
export function toSystemMessage(
  conversationId: string | undefined,
  id: string,
  text: string,
  order: MessageOrder,
): MessageInput {
  return { id: `${conversationId ?? ''}__${id}`, type: 'system', text, timestamp: order.atMs, order };
}

export type Originator = 'visitor' | 'agent' | 'system';

export function originatorOf(change: MessagingChange, facts: Pick<EventFacts, 'consumerId' | 'roleOf'>): Originator {
  const id = change.originatorId ?? undefined;
  if (id === facts.consumerId) return 'visitor';
  const role = change.originatorMetadata?.role ?? (id === undefined ? undefined : facts.roleOf(id));
  if (role === 'CONSUMER') return 'visitor';
  // An unknown sender is not the visitor, so it must be an agent.
  return role === undefined || isAgentRole(role) ? 'agent' : 'system';
}

/** The message of a content event; undefined for controller messages and empty ones, which are not shown (CH-137). */
export function toMessage(change: MessagingChange, facts: EventFacts, restarts = 0): MessageInput | undefined {
  const { event, sequence } = change;
  if (sequence === undefined || (event.type !== 'ContentEvent' && event.type !== 'RichContentEvent')) return undefined;
  const from = originatorOf(change, facts);
  const text =
    event.type === 'ContentEvent' ? textOf(event) : richTexts(event.content ?? event.message, change).join('\n');
  if (from === 'system' || (text === '' && toButtons(change).length === 0)) return undefined;
  return {
    id: messageIdOf(facts.conversationId, change.dialogId, sequence, restarts),
    type: from,
    text,
    timestamp: change.serverTimestamp ?? facts.now,
    isPending: false,
    isNotSent: false,
    ...(event.type === 'ContentEvent' && event.contentType === 'text/html' ? { format: 'html' as const } : {}),
    ...(from === 'agent' && change.originatorId ? { participantId: change.originatorId } : {}),
  };
}

function textOf(event: ContentEvent): string {
  if (typeof event.message === 'string') return event.message;
  const file = event.message as { readonly caption?: unknown; readonly relativePath?: unknown } | null | undefined;
  if (typeof file?.caption === 'string' && file.caption !== '') return file.caption;
  return typeof file?.relativePath === 'string' ? (file.relativePath.split('/').at(-1) ?? '') : '';
}

type RichNode = Readonly<Record<string, unknown>>;

/** All elements of a structured message in document order, ignoring its layout. */
function richNodes(value: unknown, depth = 0): readonly RichNode[] {
  if (depth > 8 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => richNodes(one, depth + 1));
  const node = value as RichNode;
  return [node, ...richNodes(node.elements, depth + 1)];
}

/** The texts of a structured message, and the titles of unsupported buttons. Layout and pictures are ignored. */
function richTexts(value: unknown, change: MessagingChange): readonly string[] {
  return richNodes(value).flatMap((node) => {
    if (node.type === 'text' && typeof node.text === 'string') return [node.text];
    const isUnsupportedButton = node.type === 'button' && toButton(node, change) === undefined;
    return isUnsupportedButton && typeof node.title === 'string' ? [node.title] : [];
  });
}

/** A line below a message. `data` is what a choice publishes. */
interface OfferedLine {
  readonly line: Line;
  readonly data?: ReplyData;
}

function toButton(node: RichNode, { dialogId, sequence = 0 }: MessagingChange): OfferedLine | undefined {
  const reply = node.type === 'button' ? parseButton(node) : undefined;
  const actions = reply?.click?.actions ?? [];
  if (!reply) return undefined;
  const href = actions.find((one) => one.type === 'link')?.uri;
  if (href !== undefined && isHttpUrl(href)) return { line: { type: 'link', text: reply.title, href } };
  if (!actions.some((one) => one.type === 'publishText')) return undefined;
  return { line: { type: 'choice', text: reply.title }, data: toReplyData(reply, dialogId, sequence) };
}

const isHttpUrl = (href: string): boolean => /^https?:\/\//i.test(href);

export function toButtons(change: MessagingChange): readonly OfferedLine[] {
  const { event, sequence } = change;
  if (event.type !== 'RichContentEvent' || sequence === undefined) return [];
  return richNodes(event.content ?? event.message).flatMap((node) => toButton(node, change) ?? []);
}

/** The data needed to publish a pressed reply. The conversation passes it through unchanged. */
export interface ReplyData {
  readonly dialogId: string;
  readonly sequence: number;
  readonly text: string;
  readonly metadata: readonly Readonly<Record<string, unknown>>[];
}

export function toQuickReplies(change: MessagingChange): readonly QuickReply[] {
  const { event, sequence, dialogId } = change;
  if ((event.type !== 'ContentEvent' && event.type !== 'RichContentEvent') || sequence === undefined) return [];
  return (event.quickReplies?.replies ?? []).map((reply, at) => ({
    id: `${dialogId}__${sequence}__${at}`,
    text: reply.title,
    tooltip: reply.tooltip,
    data: toReplyData(reply, dialogId, sequence),
  }));
}

function toReplyData(reply: WireQuickReply, dialogId: string, sequence: number): ReplyData {
  const publish = reply.click?.actions.find((action) => action.type === 'publishText');
  return { dialogId, sequence, text: publish?.text || reply.title, metadata: reply.click?.metadata ?? [] };
}

/** Outside a survey the input stays, so replies become choices under the message. */
export function toChoices(replies: readonly QuickReply[]): readonly OfferedLine[] {
  return replies.map(({ text, data }) => ({ line: { type: 'choice', text }, data: data as ReplyData }));
}
