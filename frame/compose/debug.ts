import { ref } from 'valtio/vanilla';
import type { Tools } from '../debug/tools.ts';
import { createLazy } from '../platform/lazy.ts';
import type { Widget } from '../widget.ts';

/** SH-161, SH-162: window and tools are downloaded if the page or its address asks for them. Otherwise the tools only warn. */
export function openDebug(widget: Widget): void {
  const { query, settings, log, self, page, lifetime, clock, drawing, shell } = widget;
  if (query.debug !== true && !settings.demo) {
    const refuse = (): void => log.warn('The tools work in debug or demo mode only.');
    const contactWidgetTools: Record<keyof Tools, () => void> = { notify: refuse, openPane: refuse, forget: refuse };
    Object.assign(self, { contactWidgetTools });
    return;
  }
  createLazy({
    clock,
    lifetime,
    download: () => import('./debugTools.ts'),
    create: ({ composeDebug }) => composeDebug(widget),
    onFailure: (error) => log.warn('The debug window did not open.', error),
  }).whenReady(({ store }) => {
    if (!store || lifetime.ended) return;
    page.debug = ref(store);
    store.onToggle(drawing.draw);
    void shell.prepare();
  });
}
