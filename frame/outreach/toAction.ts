import type { ClickAction } from './notification.ts';

/** Address that starts a chat; the widget's own convention. */
const chatAddress = '#chat';

/** SH-140, SH-152: `#chat`, ignoring case, starts a chat; the action `NONE` closes; anything else opens an address. */
export function toAction(uri: unknown, vendorAction?: unknown): ClickAction {
  if (isChatAddress(uri)) return 'chat';
  if (typeof vendorAction === 'string' && vendorAction.toUpperCase() === 'NONE') return 'close';
  return 'url';
}

export function isChatAddress(uri: unknown): boolean {
  return typeof uri === 'string' && uri.trim().toLowerCase() === chatAddress;
}
