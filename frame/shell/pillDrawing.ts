import type { PillTheme } from '../host/pageSettings.ts';
import type { PillLook } from './looks.ts';
import { badgeText } from './records.ts';
import type { Side } from './theme.ts';

export interface PillFacts {
  readonly isShown: boolean;
  readonly isSliding: boolean;
  readonly isCollapsed: boolean;
  readonly isPaneHidden: boolean;
  /** The override, a setting, landing mode or a card on a phone hides it. */
  readonly isHidden: boolean;
  readonly unread: number;
  readonly text: string;
  /** "3 unread"; used only with a badge. */
  readonly unreadText: string;
  readonly theme: PillTheme;
  readonly side: Side;
  readonly bottomPx: number;
}

/** SH-027 to SH-033: hidden while the pane is visible; the same accessible name in both forms. */
export function pillDrawing(facts: PillFacts): PillLook {
  const badge = badgeText(facts.unread);
  const isVisible = facts.isShown && facts.isPaneHidden && !facts.isHidden;
  const words = [
    !isVisible && 'hidden',
    facts.theme,
    facts.side === 'left' && 'left',
    facts.isCollapsed && 'icon',
    facts.isSliding && 'slide',
  ];
  return {
    look: words.filter(Boolean).join(' '),
    text: facts.text,
    badge,
    label: badge ? `${facts.text}, ${facts.unreadText}` : facts.text,
    bottom: facts.bottomPx,
    expanded: !facts.isPaneHidden,
  };
}
