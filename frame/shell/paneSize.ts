import { displayMode } from './displayMode.ts';
import type { ShellState } from './store.ts';

type PaneContent = Pick<ShellState, 'chat' | 'isMenuToggled' | 'scheduler'>;

const showsMenu = ({ chat, isMenuToggled, scheduler }: PaneContent): boolean =>
  displayMode({ ...chat, isToggled: isMenuToggled }) !== 'chat' && !scheduler.isDisplayed;

/** SH-036: full size unless the menu is shown and chat is neither available nor on stand-by. */
export function isPaneFullSize(content: PaneContent): boolean {
  const { availability } = content.chat;
  return !showsMenu(content) || availability === 'available' || availability === 'standBy';
}

/** What the visitor has pressed so far, as one value. The menu and its size may change when it changes (F-PG27). */
export const choiceOf = (shell: PaneContent & Pick<ShellState, 'chosenEntryId' | 'isMenuToggled'>): string =>
  `${shell.chosenEntryId} ${shell.isMenuToggled} ${showsMenu(shell)}`;

/** Why it is not known yet what the pane will need. */
interface Pending {
  /** There are only placeholders to see. */
  readonly isLookingUp: boolean;
  readonly isChatPending: boolean;
}

export interface PaneSize {
  readonly isFullSize: boolean;
  readonly contentHeightPx: number;
}

/**
 * The size of the pane. While it is shown, it changes by the visitor's press only (F-PG27). `wasShown` is for a pane that was shown
 * before its content was known: it has the full size.
 */
export function createPaneSize(wasShown: boolean) {
  let size: PaneSize = { isFullSize: wasShown, contentHeightPx: 0 };
  let choice = '';

  return (shell: Readonly<ShellState>, { isLookingUp, isChatPending }: Pending): PaneSize => {
    const { isPaneHidden, contentHeightPx } = shell;
    const newChoice = choiceOf(shell);
    const wantsFull = isPaneFullSize(shell) || isLookingUp || isChatPending || contentHeightPx === 0;
    const mayChange = isPaneHidden || isLookingUp || shell.isChatForced || newChoice !== choice;
    if (mayChange || size.isFullSize || !wantsFull)
      size = { isFullSize: (mayChange && wantsFull) || (size.isFullSize && !isPaneHidden), contentHeightPx };
    choice = newChoice;
    return size;
  };
}
