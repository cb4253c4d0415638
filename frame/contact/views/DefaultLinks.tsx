import * as styles from '../../../styles/shell.css.ts';
import { wide } from '../../../styles/ui.css.ts';
import { type LinkKind, type DefaultLinks as Links, linkNames } from '../../host/defaultLinks.ts';
import { targetOf } from '../../text/targetOf.ts';
import { PageLink } from '../../ui/PageLink.tsx';

export interface DefaultLinksProps {
  readonly links: Links['links'];
  /** Shows this one only. */
  readonly only?: LinkKind;
  readonly pageUrl: string;
  readonly newTabText: string;
  readonly nameOf: (key: (typeof linkNames)[LinkKind]) => string;
  readonly onOpen: (href: string, target: 'self' | 'tab') => void;
}

/** The page's own links, shown when there is no contact information (SH-083). */
export function DefaultLinks({ links, only, pageUrl, newTabText, nameOf, onOpen }: DefaultLinksProps) {
  const shown = (Object.entries(links) as [LinkKind, string][]).filter(([kind]) => !only || kind === only);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.stack}>
      {shown.map(([kind, href]) => (
        <li key={kind}>
          <PageLink
            href={href}
            target={targetOf(href, pageUrl)}
            variant="secondary"
            className={wide}
            newTabText={newTabText}
            onOpen={onOpen}
          >
            {nameOf(linkNames[kind])}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
