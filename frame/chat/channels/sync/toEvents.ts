import type { MessageInput, MessageOrder } from '../../conversation.ts';
import type { ChatLine } from './wire.ts';

export interface LineFacts {
  readonly id: string;
  /** By the service's clock; undefined if the line has none. */
  readonly timeMs: number | undefined;
  readonly order: MessageOrder;
  /** Lines from before this time of the service's clock are history (CH-127). */
  readonly historyBeforeMs: number;
}

/** Converts a line to a message; undefined for an empty line (CH-127). */
export function toMessage(line: ChatLine, facts: LineFacts): MessageInput | undefined {
  const isHtml = line.textType === 'html';
  const text = isHtml ? withoutWrapper(line.text) : line.text;
  if (text.trim() === '') return undefined;
  const { id, order, timeMs = order.atMs } = facts;
  const type = line.source === 'visitor' ? 'visitor' : line.source === 'agent' ? 'agent' : 'system';
  return {
    id,
    type,
    text,
    timestamp: timeMs,
    order,
    isHistory: timeMs < facts.historyBeforeMs,
    isPending: false,
    isNotSent: false,
    ...(isHtml ? { format: 'html' as const } : {}),
    ...(type === 'agent' && line.by ? { by: line.by } : {}),
  };
}

/** Removes the `div` that the vendor wraps around an agent's text. */
function withoutWrapper(markup: string): string {
  return /^\s*<div[^>]*>([\s\S]*)<\/div>\s*$/i.exec(markup)?.[1] ?? markup;
}

/** Parses a `Retry-After` header, which holds seconds or a date by the service's clock (REL-21). */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
