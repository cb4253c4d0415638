import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/menu.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { toSmsUrl } from '../../chat/channels/sms/smsUrl.ts';
import type { Widget } from '../../composeRooms.ts';
import { wordsOf } from '../../shell/views/words.ts';
import { targetOf } from '../../text/targetOf.ts';
import { Button } from '../../ui/Button.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import type { MenuEntry } from '../menuEntries.ts';

/** A phone opens its own messages; elsewhere the number is there to be copied (CH-159). Its product has a page (CH-160). */
export function SmsPanel(props: {
  readonly widget: Widget;
  readonly entry: Extract<MenuEntry, { readonly type: 'sms' }>;
}) {
  const { widget, entry } = props;
  const { menu } = wordsOf(widget);
  const { isMobile } = useSnapshot(widget.viewport.state);
  const [isCopied, setCopied] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  const url = toSmsUrl(entry.number);
  const open = (href: string, target: 'self' | 'tab'): void => void widget.shell.openUrl(href, target);

  /**
   * By the older command: a page lets a frame use the Clipboard API only by an attribute of its own. Where nothing is copied,
   * the sentence with the number stands selected.
   */
  function copy(): void {
    if (text.current) getSelection()?.selectAllChildren(text.current);
    const put = (event: ClipboardEvent): void => {
      event.clipboardData?.setData('text/plain', entry.number);
      event.preventDefault();
    };
    document.addEventListener('copy', put);
    setCopied(document.execCommand('copy'));
    document.removeEventListener('copy', put);
  }

  return (
    <>
      <p ref={text} className={styles.detail}>
        {menu('smsText', { number: isolate(entry.number) })}
      </p>
      {isMobile && url ? (
        <PageLink href={url} target="self" onOpen={open} newTabText="" variant="primary">
          {menu('sms')}
        </PageLink>
      ) : (
        <Button onPress={copy}>{menu(isCopied ? 'copied' : 'copy')}</Button>
      )}
      <span role="status" className={ui.unseen}>
        {isCopied && menu('copied')}
      </span>
      {entry.href && (
        <PageLink
          href={entry.href}
          target={targetOf(entry.href, widget.page.facts.url)}
          onOpen={open}
          newTabText={menu('newTab')}
          variant="quiet"
        >
          {menu('link')}
        </PageLink>
      )}
    </>
  );
}

/** In one piece, and from left to right in every language. */
const isolate = (number: string): string => `\u2066${number.replaceAll(' ', '\u00a0')}\u2069`;
