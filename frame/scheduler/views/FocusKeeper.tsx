import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import * as ui from '../../../styles/ui.css.ts';

/**
 * Wraps content that can disappear. If the focus is inside when that happens, the wrapper takes it, so that Tab continues
 * from the same place.
 */
export function FocusKeeper({ children }: { readonly children: ReactNode }) {
  const wrapper = useRef<HTMLDivElement>(null);
  return (
    <div ref={wrapper} tabIndex={-1} className={children ? '' : ui.visuallyHidden}>
      {children ? <KeptContent wrapper={wrapper}>{children}</KeptContent> : null}
    </div>
  );
}

interface KeptContentProps {
  readonly wrapper: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

function KeptContent({ wrapper, children }: KeptContentProps) {
  // Runs before the elements are removed, while one of them still has the focus.
  useLayoutEffect(
    () => () => {
      if (wrapper.current?.contains(document.activeElement)) wrapper.current.focus({ preventScroll: true });
    },
    [wrapper],
  );
  return children;
}
