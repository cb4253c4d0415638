/** SH-040, CH-025: the action of the close button in each state. */
export type CloseAction = 'confirm' | 'clearAndHide' | 'hide';

export function closeAction(state: string | undefined): CloseAction {
  // A live chat whose service is unavailable may have texts that were not sent.
  if (state === 'chatting' || state === 'waiting' || state === 'unavailable') return 'confirm';
  return state === 'ended' ? 'clearAndHide' : 'hide';
}
