import type { ClickAction } from './notification.ts';

/** Address by which marketing asks for the chat; the widget's own convention. */
const chatAddress = '#chat';

/** SH-140, SH-152: `#chat` in any case is a chat, an action `NONE` closes, anything else is an address. */
export function toAction(uri: unknown, vendorAction?: unknown): ClickAction {
  if (isChatAddress(uri)) return 'chat';
  if (typeof vendorAction === 'string' && vendorAction.toUpperCase() === 'NONE') return 'close';
  return 'url';
}

export function isChatAddress(uri: unknown): boolean {
  return typeof uri === 'string' && uri.trim().toLowerCase() === chatAddress;
}
