import type { Tools } from '../debug/tools.ts';
import type { Widget } from '../widget.ts';

/** SH-161, SH-162: window and tools are downloaded if the page or its address asks for them. Otherwise the tools only warn. */
export function openDebug(widget: Widget): void {
  const { query, settings, log, self } = widget;
  if (query.debug !== true && !settings.demo) {
    const refuse = (): void => log.warn('The tools work in debug or demo mode only.');
    const contactWidgetTools: Record<keyof Tools, () => void> = { notify: refuse, openPane: refuse, forget: refuse };
    Object.assign(self, { contactWidgetTools });
    return;
  }
  import('./debugTools.ts')
    .then(({ composeDebug }) => composeDebug(widget))
    .catch((error: unknown) => log.warn('The debug window did not open.', error));
}
