import * as styles from '../../../styles/shell.css.ts';
import { wide } from '../../../styles/ui.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { wordsOf } from '../../shell/views/words.ts';
import { targetOf } from '../../text/targetOf.ts';
import { PageLink } from '../../ui/PageLink.tsx';

const names = {
  contact: 'defaultContact',
  chat: 'defaultChat',
  email: 'defaultEmail',
  phone: 'defaultPhone',
  scheduler: 'defaultScheduler',
} as const;

type Kind = keyof typeof names;

/** The page's own links, for when there is no contact information (SH-083). */
export function DefaultLinks({ widget, only }: { readonly widget: Widget; readonly only?: Kind }) {
  const { defaultLinks } = widget;
  const kinds = (Object.keys(names) as Kind[]).filter((kind) => defaultLinks[kind] && (!only || kind === only));
  if (kinds.length === 0) return null;
  return (
    <ul className={styles.stack}>
      {kinds.map((kind) => {
        const href = defaultLinks[kind] ?? '';
        return (
          <li key={kind}>
            <PageLink
              href={href}
              target={targetOf(href, widget.page.facts.url)}
              variant="secondary"
              className={wide}
              newTabText={wordsOf(widget).menu('newTab')}
              onOpen={(address, target) => void widget.shell.openUrl(address, target)}
            >
              {wordsOf(widget).pane(names[kind])}
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
