/** SH-040, CH-025: the action of the close button in each state. */
export type CloseAction = 'confirm' | 'clearAndHide' | 'hide';

export function closeAction(state: string | undefined): CloseAction {
  if (state === 'chatting' || state === 'waiting') return 'confirm';
  if (state === 'ended' || state === 'available' || state === 'unavailable') return 'clearAndHide';
  return 'hide';
}
