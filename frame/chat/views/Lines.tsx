import type { IconNode } from 'lucide';
import ArrowUpRight from 'lucide/dist/esm/icons/arrow-up-right.mjs';
import Calendar from 'lucide/dist/esm/icons/calendar.mjs';
import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs';
import LifeBuoy from 'lucide/dist/esm/icons/life-buoy.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import MessageCircle from 'lucide/dist/esm/icons/message-circle.mjs';
import Phone from 'lucide/dist/esm/icons/phone.mjs';
import Rocket from 'lucide/dist/esm/icons/rocket.mjs';
import { useState } from 'react';
import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { toAddress } from '../../text/toAddress.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { Line, LineType, Message } from '../conversation.ts';
import type { ChatStore } from '../store.ts';
import type { ChatTextKey } from '../texts.ts';
import { SafeText } from './SafeText.tsx';

export interface LinesProps {
  readonly store: ChatStore;
  readonly message: Message;
  readonly lines: readonly Line[];
}

/** The lines of a rich answer, by type (CH-086, CH-087). */
export function Lines({ store, message, lines }: LinesProps) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer never change their order.
    <OneLine key={at} store={store} message={message} line={line} />
  ));
}

interface OneLineProps {
  readonly store: ChatStore;
  readonly message: Message;
  readonly line: Line;
}

function OneLine(props: OneLineProps) {
  const { line, store } = props;
  switch (line.type) {
    case 'text':
    case 'review':
      return (
        <p>
          <SafeText store={store} text={line.text} />
        </p>
      );
    case 'readmore':
      return <ReadMore store={store} text={line.text} />;
    case 'choice':
      return <Choice {...props} />;
    case 'group':
      return (
        <section className={styles.group} aria-label={line.text || undefined}>
          {line.text && (
            <p className={styles.groupTitle}>
              <SafeText store={store} text={line.text} />
            </p>
          )}
          {line.description && <p className={styles.muted}>{line.description}</p>}
          <ul className={styles.options}>
            {line.items?.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer never change their order.
              <li key={at}>
                <OneLine {...props} line={item} />
              </li>
            ))}
          </ul>
        </section>
      );
    case 'tile':
      return (
        <section className={styles.group} aria-label={line.text || undefined}>
          {line.text && <p className={styles.groupTitle}>{line.text}</p>}
          <ul className={styles.tiles}>
            {line.items?.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer never change their order.
              <li key={at}>
                <Tile {...props} line={item} />
              </li>
            ))}
          </ul>
        </section>
      );
    default:
      return <Action {...props} />;
  }
}

function ReadMore({ store, text }: { readonly store: ChatStore; readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <p className={isOpen ? undefined : styles.folded}>
        <SafeText store={store} text={text} />
      </p>
      <button type="button" className={styles.moreButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {store.text(isOpen ? 'showLess' : 'showMore')}
      </button>
    </div>
  );
}

function Choice({ store, message, line }: OneLineProps) {
  return (
    <button type="button" className={styles.choice} dir="auto" onClick={() => store.press(line, message)}>
      {line.text}
    </button>
  );
}

function Tile({ store, message, line }: OneLineProps) {
  const inside = (
    <>
      {line.imageUrl?.startsWith('https://') && <img src={line.imageUrl} alt="" className={styles.tileImage} />}
      <span className={styles.tileTitle}>{line.text}</span>
      {line.description && <span className={styles.muted}>{line.description}</span>}
    </>
  );
  // A tile without an action is not a button.
  if (line.type === 'text' && line.href === undefined) {
    return (
      <div className={`${styles.tile} ${styles.tilePlain}`} dir="auto">
        {inside}
      </div>
    );
  }
  return (
    <button type="button" className={styles.tile} dir="auto" onClick={() => store.press(line, message)}>
      {inside}
    </button>
  );
}

const actions: Partial<Record<LineType, { readonly icon: IconNode; readonly label: ChatTextKey }>> = {
  chat: { icon: MessageCircle, label: 'lineChat' },
  scheduler: { icon: Calendar, label: 'lineScheduler' },
  link: { icon: ArrowUpRight, label: 'lineLink' },
  checkout: { icon: CreditCard, label: 'lineCheckout' },
  email: { icon: Mail, label: 'lineEmail' },
  phone: { icon: Phone, label: 'linePhone' },
  support: { icon: LifeBuoy, label: 'lineSupport' },
  trial: { icon: Rocket, label: 'lineTrial' },
};

/** A line with an action: a link if it has an address, else a button. */
function Action({ store, message, line }: OneLineProps) {
  const { icon, label: defaultLabel } = actions[line.type] ?? { icon: ArrowUpRight, label: 'lineLink' as const };
  const label = line.text || store.text(defaultLabel);
  const inside = (
    <>
      <Icon icon={icon} data-flips={line.type === 'link' ? true : undefined} />
      <span dir="auto">{label}</span>
    </>
  );
  const target = line.href === undefined ? undefined : store.targetOf(line.href);
  // An address with a forbidden scheme is not rendered as a link.
  if (!target || toAddress(target.url) === undefined) {
    return (
      <Button variant="quiet" onPress={() => store.press(line, message)}>
        {inside}
      </Button>
    );
  }
  return (
    <a
      href={target.url}
      target={target.target === 'tab' ? '_blank' : '_top'}
      rel="noopener noreferrer"
      className={styles.action}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        store.press(line, message);
      }}
    >
      {inside}
      {target.target === 'tab' && <span className={visuallyHidden}> ({store.text('opensNewTab')})</span>}
    </a>
  );
}
