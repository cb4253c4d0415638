import type { Line, MessageInput, QuickReply } from '../../conversation.ts';
import { isAgentRole } from './conversationView.ts';
import { type ContentEvent, type MessagingChange, parseButton, type WireQuickReply } from './wire.ts';

export interface EventFacts {
  readonly conversationId: string;
  readonly consumerId: string;
  /** When the host page began to load: what is older is history. */
  readonly pageLoadMs: number;
  readonly now: number;
  /** Role by participant, as far as the conversation told it. */
  readonly roleOf: (id: string) => string | undefined;
}

/** CH-140. */
export function messageIdOf(conversationId: string, dialogId: string, sequence: number): string {
  return `${conversationId}__${dialogId}__${sequence}`;
}

/** A line of ours in the conversation. */
export function toNote(conversationId: string | undefined, id: string, text: string, timestamp: number): MessageInput {
  return { id: `${conversationId ?? ''}__${id}`, type: 'system', text, timestamp };
}

export type Originator = 'visitor' | 'agent' | 'system';

export function originatorOf(change: MessagingChange, facts: EventFacts): Originator {
  const id = change.originatorId ?? undefined;
  if (id === facts.consumerId) return 'visitor';
  const role = change.originatorMetadata?.role ?? (id === undefined ? undefined : facts.roleOf(id));
  if (role === 'CONSUMER') return 'visitor';
  // A sender of whom nothing is known can only be somebody on the other side.
  return role === undefined || role === null || isAgentRole(role) ? 'agent' : 'system';
}

/** The message of a content event; undefined for what the visitor does not see: controllers and empty texts (CH-137). */
export function toMessage(change: MessagingChange, facts: EventFacts): MessageInput | undefined {
  const { event, sequence } = change;
  if (sequence === undefined || (event.type !== 'ContentEvent' && event.type !== 'RichContentEvent')) return undefined;
  const from = originatorOf(change, facts);
  const text = event.type === 'ContentEvent' ? textOf(event) : richTexts(event.content ?? event.message).join('\n');
  if (from === 'system' || (text === '' && toButtons(change).length === 0)) return undefined;
  const timestamp = change.serverTimestamp ?? facts.now;
  return {
    id: messageIdOf(facts.conversationId, change.dialogId, sequence),
    type: from,
    text,
    timestamp,
    isHistory: timestamp < facts.pageLoadMs,
    isPending: false,
    isNotSent: false,
    ...(event.type === 'ContentEvent' && event.contentType === 'text/html' ? { format: 'html' as const } : {}),
    ...(from === 'agent' && change.originatorId ? { participantId: change.originatorId } : {}),
  };
}

function textOf(event: ContentEvent): string {
  if (typeof event.message === 'string') return event.message;
  const file = event.message as { readonly caption?: unknown; readonly relativePath?: unknown } | null;
  if (typeof file !== 'object' || file === null) return '';
  if (typeof file.caption === 'string' && file.caption !== '') return file.caption;
  return typeof file.relativePath === 'string' ? (file.relativePath.split('/').at(-1) ?? '') : '';
}

type RichNode = Readonly<Record<string, unknown>>;

/** The elements of a structured message, in its order, whatever its layout. */
function richNodes(value: unknown, depth = 0): readonly RichNode[] {
  if (depth > 8 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => richNodes(one, depth + 1));
  const node = value as RichNode;
  return [node, ...richNodes(node.elements, depth + 1)];
}

/** Texts of a structured message, and titles of buttons that nothing is known of; layout and pictures are left out. */
function richTexts(value: unknown): readonly string[] {
  return richNodes(value).flatMap((node) => {
    if (node.type === 'text' && typeof node.text === 'string') return [node.text];
    const isPlain = node.type === 'button' && toButton(node) === undefined;
    return isPlain && typeof node.title === 'string' ? [node.title] : [];
  });
}

interface Button {
  readonly line: Line;
  /** What is published when it is pressed; undefined for a link. */
  readonly reply: WireQuickReply | undefined;
}

function toButton(node: RichNode): Button | undefined {
  const reply = node.type === 'button' ? parseButton(node) : undefined;
  const actions = reply?.click?.actions ?? [];
  if (!reply) return undefined;
  const href = actions.find((one) => one.type === 'link')?.uri;
  if (href !== undefined && isWebAddress(href)) {
    return { line: { type: 'link', text: reply.title, href }, reply: undefined };
  }
  const isSaid = actions.some((one) => one.type === 'publishText');
  return isSaid ? { line: { type: 'choice', text: reply.title }, reply } : undefined;
}

const isWebAddress = (href: string): boolean => /^https?:\/\//i.test(href);

/** The buttons of a structured message: links, and choices with what they publish. */
export function toButtons(change: MessagingChange): readonly { readonly line: Line; readonly data?: ReplyData }[] {
  const { event, sequence, dialogId } = change;
  if (event.type !== 'RichContentEvent' || sequence === undefined) return [];
  return richNodes(event.content ?? event.message).flatMap((node) => {
    const button = toButton(node);
    if (!button) return [];
    const { line, reply } = button;
    return [reply ? { line, data: toReplyData(reply, dialogId, sequence) } : { line }];
  });
}

/** What a pressed reply needs besides its words; goes through the conversation untouched. */
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
    ...(reply.tooltip === undefined ? {} : { tooltip: reply.tooltip }),
    data: toReplyData(reply, dialogId, sequence),
  }));
}

function toReplyData(reply: WireQuickReply, dialogId: string, sequence: number): ReplyData {
  const publish = reply.click?.actions.find((action) => action.type === 'publishText');
  return { dialogId, sequence, text: publish?.text || reply.title, metadata: reply.click?.metadata ?? [] };
}

/** In a running talk the input stays: replies are choices under the message. */
export function toChoices(replies: readonly QuickReply[]): readonly Line[] {
  return replies.map(({ text }) => ({ type: 'choice', text }));
}
