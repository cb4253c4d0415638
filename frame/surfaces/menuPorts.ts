import type { MenuPorts } from '../contact/views/menuPorts.ts';
import { forgetFailedViews } from '../ui/lazyView.tsx';
import type { Widget } from '../widget.ts';
import { LazyRareBlock } from './LazyRareBlock.tsx';
import type { PaneParts } from './paneParts.ts';

/** Creates the ports of the menu's views, with the facts of this render. */
export function createMenuPorts(
  widget: Widget,
  { words, scheduler, inquiry }: PaneParts,
  facts: Pick<MenuPorts, 'pageUrl' | 'languageCode' | 'isMobile' | 'isShown' | 'isChatLive' | 'unread' | 'crashed'>,
): MenuPorts {
  const { shell } = widget;
  return {
    ...facts,
    menu: words.menu,
    RareBlock: LazyRareBlock,
    inquiry,
    openUrl: (href, target) => void shell.openUrl(href, target),
    choose: shell.choose,
    returnToChat: shell.toggleMenu,
    startChat: (support) => widget.startChat({ from: 'menu', ...support }),
    openScheduler: (request) => widget.scheduler.open(request),
    prepareScheduler(request) {
      // A press retries a failed download, and then shows a failure.
      void scheduler.get().then(([store]) => store.prepare(request), forgetFailedViews);
    },
    schedulerQuestion: () => widget.insight.experiments.textOf('schedulerFirstQuestion', facts.isShown),
  };
}
