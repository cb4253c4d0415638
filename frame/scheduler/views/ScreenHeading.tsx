import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';

/** Whether the visitor brought the pane up, so that focus may go into it; undefined while it is drawn out of sight. */
export const TakesFocus = createContext<boolean | undefined>(undefined);

/** A screen's name; it takes the focus when the screen appears, unless the pane came up by itself (SC-159). */
export function ScreenHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = use(TakesFocus);
  const isInSight = takesFocus !== undefined;
  // What came up by itself leaves the focus where it is; once the visitor is in here, each new screen takes it, once.
  const land = useEffectEvent(() => {
    if (takesFocus || document.hasFocus()) heading.current?.focus({ preventScroll: true });
    // With the next frame, whose layout is needed anyway.
    requestAnimationFrame(() => heading.current?.scrollIntoView({ block: 'start' }));
  });
  useEffect(() => {
    if (isInSight) land();
  }, [isInSight]);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.heading} data-screen-heading>
      {children}
    </h2>
  );
}
