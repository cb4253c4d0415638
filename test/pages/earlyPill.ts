import { drawPill } from '../../frame/shell/hostDrawings.ts';
import { edgePx } from '../../frame/shell/limits.ts';
import { chooseTheme, sideOf } from '../../frame/shell/theme.ts';

export interface EarlyPill {
  /** The `lang` of the page. */
  readonly lang: string;
  readonly text: string;
  /** As in `data-theme`. */
  readonly theme?: string | undefined;
}

/** The value of `data-pill`: what the frame itself would remember for a page with these settings that is 1,280 px wide. */
export function earlyPill({ lang, text, theme }: EarlyPill): string {
  const viewport = { width: 1_280, height: 800, visibleHeight: 800, documentHeight: 800, scrollY: 0 };
  const facts = {
    ...{ isShown: true, isSliding: false, isFolding: false, isCollapsed: false, isPaneHidden: true, isHidden: false },
    ...{ text, badge: '', unreadLabel: '', bottomPx: edgePx },
    theme: chooseTheme(theme, undefined),
    side: sideOf(lang),
  };
  return JSON.stringify({ [lang]: drawPill(facts, viewport) });
}
