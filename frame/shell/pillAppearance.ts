import type { PillAppearance } from './hostDrawings.ts';
import { badgeText } from './records.ts';
import type { Side, Theme } from './theme.ts';

export interface PillFacts {
  readonly isShown: boolean;
  readonly isSliding: boolean;
  readonly isFolding: boolean;
  readonly isCollapsed: boolean;
  readonly isPaneHidden: boolean;
  /** The page or landing mode hides it. */
  readonly isHidden: boolean;
  readonly unread: number;
  readonly text: string;
  /** "Let's talk, 3 unread", the accessible name with a badge. */
  readonly unreadLabel: string;
  readonly theme: Theme;
  readonly side: Side;
  readonly bottomPx: number;
}

/** SH-027 to SH-033: hidden while the pane is visible; the same accessible name in both forms. */
export function describePill(facts: PillFacts): PillAppearance {
  const badge = badgeText(facts.unread);
  const isVisible = facts.isShown && facts.isPaneHidden && !facts.isHidden;
  const classNames = [
    (!isVisible || facts.isFolding) && 'hidden',
    facts.theme,
    facts.side === 'left' && 'left',
    facts.isCollapsed && 'icon',
    (facts.isSliding || facts.isFolding) && 'slide',
  ];
  return {
    className: classNames.filter(Boolean).join(' '),
    text: facts.text,
    badge,
    label: badge ? facts.unreadLabel : facts.text,
    bottom: facts.bottomPx,
    expanded: !facts.isPaneHidden,
  };
}
