import { useLayoutEffect, useRef, useState } from 'react';
import type { OpenedOutreach } from '../openOutreach.ts';

export interface CardBodyProps {
  readonly opened: OpenedOutreach;
  readonly text: string;
  readonly className: string;
}

/** The card's text. It is focusable only when it scrolls, so that keyboard users can scroll it (SH-131). */
export function CardBody({ opened, text, className }: CardBodyProps) {
  const body = useRef<HTMLParagraphElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <p ref={body} className={className} style={{ maxHeight: opened.bodyHeightPx() }} tabIndex={scrolls ? 0 : undefined}>
      <bdi>{text}</bdi>
    </p>
  );
}
