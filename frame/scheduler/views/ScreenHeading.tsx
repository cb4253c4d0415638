import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';

/** The visitor opened the pane, so it can take the focus. Undefined while the scheduler is rendered but not visible. */
export const TakesFocus = createContext<boolean | undefined>(undefined);

/** The pane is shown. */
export const PaneShown = createContext(false);

/** The heading of a screen. Takes the focus when the screen appears, unless the pane opened by itself (SC-159). */
export function ScreenHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = use(TakesFocus);
  const isInSight = takesFocus !== undefined;
  // A pane that opened by itself does not take the focus until the visitor is in the frame.
  const onAppear = useEffectEvent(() => {
    if (takesFocus || document.hasFocus()) heading.current?.focus({ preventScroll: true });
    // Wait for the next animation frame, which needs a layout anyway.
    requestAnimationFrame(() => heading.current?.scrollIntoView({ block: 'start' }));
  });
  useEffect(() => {
    if (isInSight) onAppear();
  }, [isInSight]);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.heading} data-screen-heading>
      {children}
    </h2>
  );
}
