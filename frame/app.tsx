import { Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Cards } from './surfaces/Cards.tsx';
import { Crash } from './surfaces/Crash.tsx';
import { Debug } from './surfaces/Debug.tsx';
import { Pane } from './surfaces/Pane.tsx';
import { createPaneParts } from './surfaces/paneParts.ts';
import { Boundary } from './ui/Boundary.tsx';
import type { Widget } from './widget.ts';

/** The lazy entry: one React root with every surface. If one surface fails, the others stay (SH-177). */
export function mountApp(widget: Widget, fallback: { remove(): void }): void {
  const { brand } = widget.deployment;
  if (brand?.$styles) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(brand.$styles.sheet);
    document.adoptedStyleSheets.push(sheet);
  }
  // react-aria adds a style element with this id unless one is there; our own sheet has its rule, and the CSP stays strict.
  const pressableStyle = Object.assign(document.createElement('meta'), { id: 'react-aria-pressable-style' });
  const box = document.createElement('div');
  document.body.append(pressableStyle, box);
  const root = createRoot(box, {
    onCaughtError: (error) => widget.log.error('A view failed.', error),
    onUncaughtError: (error) => widget.log.error('A view failed and was removed.', error),
  });
  const parts = createPaneParts(widget);
  flushSync(() =>
    root.render(
      <>
        <Boundary otherwise={(again) => <Crash widget={widget} parts={parts} again={again} />}>
          <Pane widget={widget} parts={parts} />
        </Boundary>
        <Boundary>
          <Suspense fallback={null}>
            <Cards widget={widget} />
          </Suspense>
        </Boundary>
        <Boundary>
          <Suspense fallback={null}>
            <Debug widget={widget} />
          </Suspense>
        </Boundary>
      </>,
    ),
  );
  fallback.remove();
  widget.lifetime.add(() => root.unmount());
}
