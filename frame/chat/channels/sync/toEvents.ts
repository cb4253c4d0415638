import type { MessageInput } from '../../conversation.ts';
import type { ChatLine } from './wire.ts';

/** Converts a line to a message; undefined for an empty line (CH-127). */
export function toMessage(line: ChatLine, chatId: string, pageLoadMs: number, now: number): MessageInput | undefined {
  const isHtml = line.textType === 'html';
  const text = isHtml ? withoutWrapper(line.text) : line.text;
  if (text.trim() === '') return undefined;
  const at = Date.parse(line.time);
  const timestamp = Number.isFinite(at) ? at : now;
  const type = line.source === 'visitor' ? 'visitor' : line.source === 'agent' ? 'agent' : 'system';
  return {
    id: `${chatId}__${line['@id']}`,
    type,
    text,
    timestamp,
    isHistory: timestamp < pageLoadMs,
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

/** Parses a `Retry-After` header, which holds seconds or an HTTP date (REL-21). */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
