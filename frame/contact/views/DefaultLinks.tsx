import * as styles from '../../../styles/shell.css.ts';
import { wide } from '../../../styles/ui.css.ts';
import type { LinkKind, DefaultLinks as Links } from '../../host/defaultLinks.ts';
import { targetOf } from '../../text/targetOf.ts';
import { PageLink } from '../../ui/PageLink.tsx';

const names = {
  contact: 'defaultContact',
  chat: 'defaultChat',
  email: 'defaultEmail',
  phone: 'defaultPhone',
  scheduler: 'defaultScheduler',
} as const satisfies Record<LinkKind, string>;

export interface DefaultLinksProps {
  readonly links: Links['links'];
  /** Shows this one only. */
  readonly only?: LinkKind;
  readonly pageUrl: string;
  readonly newTabText: string;
  readonly nameOf: (key: (typeof names)[LinkKind]) => string;
  readonly onOpen: (href: string, target: 'self' | 'tab') => void;
}

/** The page's own links, shown when there is no contact information (SH-083). */
export function DefaultLinks({ links, only, pageUrl, newTabText, nameOf, onOpen }: DefaultLinksProps) {
  const kinds = (Object.keys(names) as LinkKind[]).filter((kind) => links[kind] && (!only || kind === only));
  if (kinds.length === 0) return null;
  return (
    <ul className={styles.stack}>
      {kinds.map((kind) => {
        const href = links[kind] ?? '';
        return (
          <li key={kind}>
            <PageLink
              href={href}
              target={targetOf(href, pageUrl)}
              variant="secondary"
              className={wide}
              newTabText={newTabText}
              onOpen={onOpen}
            >
              {nameOf(names[kind])}
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
