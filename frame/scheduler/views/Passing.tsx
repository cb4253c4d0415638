import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import * as ui from '../../../styles/ui.css.ts';

/** What comes and goes by itself. A focus inside it stays in its place when it goes, so that Tab leads on from there. */
export function Passing({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className={children ? '' : ui.unseen}>
      {children ? <Held place={place}>{children}</Held> : null}
    </div>
  );
}

interface HeldProps {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

function Held({ place, children }: HeldProps) {
  // Before its elements go, while one of them still has the focus.
  useLayoutEffect(
    () => () => {
      if (place.current?.contains(document.activeElement)) place.current.focus({ preventScroll: true });
    },
    [place],
  );
  return children;
}
