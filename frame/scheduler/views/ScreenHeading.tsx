import { type ReactNode, useEffect, useRef } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';

/** A screen's name; it takes the focus when the screen appears, unless the pane came up by itself (SC-159). */
export function ScreenHeading({
  takesFocus,
  children,
}: {
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
    // With the next frame, whose layout is needed anyway.
    requestAnimationFrame(() => heading.current?.scrollIntoView({ block: 'start' }));
  }, [takesFocus]);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.heading} data-screen-heading>
      {children}
    </h2>
  );
}
