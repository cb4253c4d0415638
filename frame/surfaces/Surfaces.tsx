import { Suspense } from 'react';
import { Boundary } from '../ui/Boundary.tsx';
import type { Widget } from '../widget.ts';
import { Cards } from './Cards.tsx';
import { Crash } from './Crash.tsx';
import { Debug } from './Debug.tsx';
import { Pane } from './Pane.tsx';
import type { PaneParts } from './paneParts.ts';

/** Every surface. If one fails, the others stay (SH-177). */
export function Surfaces({ widget, parts }: { readonly widget: Widget; readonly parts: PaneParts }) {
  return (
    <>
      <Boundary otherwise={(again) => <Crash widget={widget} parts={parts} again={again} />}>
        <Pane widget={widget} parts={parts} />
      </Boundary>
      <Boundary>
        <Suspense>
          <Cards widget={widget} />
        </Suspense>
      </Boundary>
      <Boundary>
        <Suspense>
          <Debug widget={widget} />
        </Suspense>
      </Boundary>
    </>
  );
}
