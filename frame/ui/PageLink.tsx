import type { ReactNode } from 'react';
import * as styles from '../../styles/ui.css.ts';
import { isForProgram } from '../text/isForProgram.ts';

export interface PageLinkProps {
  readonly href: string;
  /** Where it opens: in the page's own window, or in a new tab. */
  readonly target: 'self' | 'tab';
  /** Opens the address through the bridge. It is a real link so that visitors can read and copy it. */
  readonly onOpen: (href: string, target: 'self' | 'tab') => void;
  /** Follows the name, for screen readers, when it opens a tab. */
  readonly newTabText: string;
  readonly variant?: keyof typeof styles.button | 'plain';
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that the host page opens, not the frame. The browser handles clicks with a modifier key. */
export function PageLink({ href, target, onOpen, newTabText, variant = 'plain', className, children }: PageLinkProps) {
  const opensHere = isForProgram(href);
  const allClassNames = variant === 'plain' ? className : `${styles.button[variant]} ${className ?? ''}`;
  return (
    <a
      href={href}
      target={target === 'tab' || opensHere ? '_blank' : '_top'}
      rel="noopener noreferrer"
      className={allClassNames}
      onClick={(event) => {
        if (opensHere || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(href, target);
      }}
    >
      <span>{children}</span>
      {target === 'tab' && <span className={styles.visuallyHidden}>{` ${newTabText}`}</span>}
    </a>
  );
}
