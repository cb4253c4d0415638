import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createPaneParts } from './surfaces/paneParts.ts';
import { Surfaces } from './surfaces/Surfaces.tsx';
import type { Widget } from './widget.ts';

/** The lazy entry: one React root with every surface. */
export function mountApp(widget: Widget, fallback: { remove(): void }): void {
  // react-aria adds a style element with this id unless one exists. Our own sheet has its rule, so the CSP can stay strict.
  const pressableStyle = Object.assign(document.createElement('meta'), { id: 'react-aria-pressable-style' });
  const box = document.createElement('div');
  document.body.append(pressableStyle, box);
  const root = createRoot(box, {
    onCaughtError: (error) => widget.log.error('A view failed.', error),
    onUncaughtError: (error) => widget.log.error('A view failed and was removed.', error),
  });
  const parts = createPaneParts(widget);
  flushSync(() => root.render(<Surfaces widget={widget} parts={parts} />));
  fallback.remove();
  widget.lifetime.add(() => root.unmount());
}
