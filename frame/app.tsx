import { lazy, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useSnapshot } from 'valtio/react';
import type { Widget } from './compose.ts';
import { describeError } from './platform/errors.ts';
import { Crash } from './shell/views/Crash.tsx';
import { Pane } from './shell/views/Pane.tsx';

const CardStage = lazy(async () => ({ default: (await import('./outreach/views/CardStage.tsx')).CardStage }));

/** Pop-up and notifications: downloaded with the first card. */
function Cards({ widget }: { readonly widget: Widget }) {
  const { hadCard } = useSnapshot(widget.outreach.state);
  return hadCard && <CardStage outreach={widget.outreach} clock={widget.clock} />;
}

/** The lazy entry: one React root, one error boundary, the surfaces by state. */
export function mountApp(widget: Widget, fallback: { remove(): void }): void {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box, {
    onCaughtError: (error) => widget.log.error('A view failed.', describeError(error)),
    onUncaughtError: (error) => widget.log.error('A view failed for good.', describeError(error)),
  });
  flushSync(() =>
    root.render(
      <Crash widget={widget}>
        <Pane widget={widget} />
        <Suspense fallback={null}>
          <Cards widget={widget} />
        </Suspense>
      </Crash>,
    ),
  );
  fallback.remove();
  widget.lifetime.add(() => root.unmount());
}
