import { lazy, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useSnapshot } from 'valtio/react';
import type { Widget } from './composeRooms.ts';
import type { Outreach } from './outreach/outreach.ts';
import type { Clock } from './platform/clock.ts';
import { describeError } from './platform/errors.ts';
import { Boundary, Crash } from './shell/views/Crash.tsx';
import { Pane } from './shell/views/Pane.tsx';

const CardStage = lazy(async () => ({ default: (await import('./outreach/views/CardStage.tsx')).CardStage }));

/** Pop-up and notifications: downloaded with the first card. */
function Cards({ widget }: { readonly widget: Widget }) {
  const { outreach } = useSnapshot(widget.page) as Pick<Widget['page'], 'outreach'>;
  return outreach && <KnownCards outreach={outreach} clock={widget.clock} />;
}

function KnownCards(props: { readonly outreach: Outreach; readonly clock: Clock }) {
  const { hadCard } = useSnapshot(props.outreach.state);
  return hadCard && <CardStage {...props} />;
}

const DebugWindow = lazy(async () => ({ default: (await import('./debug/views/DebugWindow.tsx')).DebugWindow }));

/** SH-161: nothing of it is downloaded without the flag. */
function Debug({ widget }: { readonly widget: Widget }) {
  const { debug, card } = useSnapshot(widget.page) as Pick<Widget['page'], 'debug' | 'card'>;
  if (!debug || card) return null;
  return (
    <Suspense fallback={null}>
      <DebugWindow widget={widget} debug={debug} />
    </Suspense>
  );
}

/** The lazy entry: one React root, the surfaces by state; none of them takes another with it when it fails (SH-177). */
export function mountApp(widget: Widget, fallback: { remove(): void }): void {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box, {
    onCaughtError: (error) => widget.log.error('A view failed.', describeError(error)),
    onUncaughtError: (error) => widget.log.error('A view failed for good.', describeError(error)),
  });
  flushSync(() =>
    root.render(
      <>
        <Boundary otherwise={(again) => <Crash widget={widget} again={again} />}>
          <Pane widget={widget} />
        </Boundary>
        <Boundary>
          <Suspense fallback={null}>
            <Cards widget={widget} />
          </Suspense>
        </Boundary>
        <Boundary>
          <Debug widget={widget} />
        </Boundary>
      </>,
    ),
  );
  fallback.remove();
  widget.lifetime.add(() => root.unmount());
}
