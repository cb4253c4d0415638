/** SH-040, CH-025: what the close button does in each state. */
export type CloseAction = 'confirm' | 'clearAndHide' | 'hide';

export function closeAction(state: string | undefined): CloseAction {
  if (state === 'chatting' || state === 'waiting') return 'confirm';
  if (state === 'ended' || state === 'available' || state === 'unavailable') return 'clearAndHide';
  return 'hide';
}
