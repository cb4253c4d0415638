import { menuTexts } from '../contact/texts.ts';
import type { MenuPorts } from '../contact/views/menuPorts.ts';
import type { Lazy } from '../platform/lazy.ts';
import type { SchedulersStore } from '../scheduler/schedulersStore.ts';
import { headerTexts, paneTexts } from '../shell/paneTexts.ts';
import { pillTexts } from '../shell/texts.ts';
import { locationTexts } from '../text/locationTexts.ts';
import { createTextReader } from '../text/texts.ts';
import { createViewDownload } from '../ui/lazyView.tsx';
import type { Widget } from '../widget.ts';

/** The scheduler's store and view, which are downloaded together. */
export type SchedulerParts = readonly [SchedulersStore, typeof import('./SchedulerSurface.tsx')];

/** Shared by the pane's surfaces: created once per widget, and downloaded with them. */
export interface PaneParts {
  readonly words: ReturnType<typeof createWords>;
  readonly scheduler: Lazy<SchedulerParts>;
  readonly inquiry: MenuPorts['inquiry'];
}

export function createPaneParts(widget: Widget): PaneParts {
  return {
    words: createWords(widget),
    scheduler: createViewDownload<SchedulerParts>(() =>
      Promise.all([widget.scheduler.store.get(), import('./SchedulerSurface.tsx')]),
    ),
    inquiry: createViewDownload(widget.inquiry.get),
  };
}

function createWords({ texts }: Pick<Widget, 'texts'>) {
  return {
    pill: createTextReader(texts, 'pill', pillTexts),
    header: createTextReader(texts, 'header', headerTexts),
    pane: createTextReader(texts, 'pane', paneTexts),
    menu: createTextReader(texts, 'menu', menuTexts),
    location: createTextReader(texts, 'location', locationTexts),
  };
}
