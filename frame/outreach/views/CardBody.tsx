import { useLayoutEffect, useRef, useState } from 'react';

/** The card's text, at most 300 px high (SH-131). Only one that scrolls takes a tab stop, for those without a pointer. */
export function CardBody({ text, className }: { readonly text: string; readonly className: string }) {
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
    <p ref={body} dir="auto" className={className} tabIndex={scrolls ? 0 : undefined}>
      {text}
    </p>
  );
}
