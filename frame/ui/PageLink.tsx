import type { ReactNode } from 'react';
import * as styles from '../../styles/ui.css.ts';

export interface PageLinkProps {
  readonly href: string;
  /** Where it leads: the page's own window, or a tab of its own. */
  readonly target: 'self' | 'tab';
  /** Opens through the bridge; the address is shown as a link so that it can be copied and read. */
  readonly onOpen: (href: string, target: 'self' | 'tab') => void;
  /** Said after the name when a tab opens. */
  readonly newTabText: string;
  readonly variant?: keyof typeof styles.button | 'plain';
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that is followed by the page, not by the frame; modified clicks stay the browser's. */
export function PageLink({ href, target, onOpen, newTabText, variant = 'plain', className, children }: PageLinkProps) {
  const look = variant === 'plain' ? className : `${styles.button[variant]} ${className ?? ''}`;
  return (
    <a
      href={href}
      target={target === 'tab' ? '_blank' : '_top'}
      rel="noopener noreferrer"
      className={look}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(href, target);
      }}
    >
      {children}
      {target === 'tab' && <span className={styles.unseen}> {newTabText}</span>}
    </a>
  );
}
