import { displayMode } from './displayMode.ts';
import type { ShellState } from './store.ts';

type PaneContent = Pick<ShellState, 'chat' | 'isMenuToggled' | 'scheduler'>;

/** SH-036: full size unless the menu is shown and chat is neither available nor on stand-by. */
export function isPaneFullSize({ chat, isMenuToggled, scheduler }: PaneContent): boolean {
  const showsMenu = displayMode({ ...chat, isToggled: isMenuToggled }) !== 'chat' && !scheduler.isDisplayed;
  return !showsMenu || chat.availability === 'available' || chat.availability === 'standBy';
}
