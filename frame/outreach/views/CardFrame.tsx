import X from 'lucide/dist/esm/icons/x.mjs';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import * as styles from '../../../styles/outreach.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { OpenedOutreach } from '../openOutreach.ts';

export interface CardFrameProps {
  readonly opened: OpenedOutreach;
  readonly label: string;
  readonly className?: string;
  /** The layout of the children. */
  readonly layout?: string;
  /** Shows the card as clickable. A click always runs the card's action, which may be to close (SH-132, SH-133). */
  readonly isPressable: boolean;
  readonly children: ReactNode;
}

/** A narrower frame has not been resized yet, so a measured height would be wrong. */
const minWidthPx = 100;

/** The part that all cards share: close button, Escape, hold, measuring, and focus handling (SH-127, A11Y-09). */
export function CardFrame({ opened, label, className = '', layout = '', isPressable, children }: CardFrameProps) {
  const { stage } = opened;
  const box = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  const held = useRef({ pointer: false, focus: false });

  useLayoutEffect(() => {
    const [whole, inner, scroller] = [box.current, content.current, content.current?.parentElement];
    if (!whole || !inner || !scroller) return;
    const heightOf = (element: Element): number => element.getBoundingClientRect().height;
    const measure = (): void => {
      setScrolls(scroller.scrollHeight > scroller.clientHeight);
      // The height of a card that does not scroll.
      if (whole.offsetWidth >= minWidthPx)
        stage.setContentHeight(heightOf(whole) - heightOf(scroller) + heightOf(inner));
    };
    const observer = new ResizeObserver(measure);
    for (const element of [inner, scroller]) observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);

  // Runs before the card is removed from the document: if the focus is inside, move it to the pill.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) opened.returnFocus();
    };
  }, [opened]);

  function hold(change: Partial<typeof held.current>): void {
    Object.assign(held.current, change);
    stage.hold(held.current.pointer || held.current.focus);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    stage.close();
  }

  function onClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('button')) return;
    if (!window.getSelection()?.isCollapsed) return; // The visitor is selecting text.
    stage.act();
  }

  return (
    <div ref={box} className={styles.stage}>
      <aside
        ref={card}
        aria-label={label}
        className={`${styles.card} ${isPressable ? styles.pressable : ''} ${className}`}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerEnter={() => hold({ pointer: true })}
        onPointerLeave={() => hold({ pointer: false })}
        onFocus={() => hold({ focus: true })}
        onBlur={({ currentTarget, relatedTarget }) => hold({ focus: currentTarget.contains(relatedTarget) })}
      >
        {/* Focusable only when it scrolls, so that keyboard users can scroll it. */}
        <div className={styles.scroller} tabIndex={scrolls ? 0 : undefined}>
          <div ref={content} className={layout}>
            {children}
          </div>
        </div>
        <div className={styles.close}>
          <Button variant="icon" aria-label={opened.texts()('close')} onPress={() => stage.close()}>
            <Icon icon={X} size={18} />
          </Button>
        </div>
      </aside>
    </div>
  );
}
