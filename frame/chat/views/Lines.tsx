import type { IconNode } from 'lucide';
import ArrowUpRight from 'lucide/dist/esm/icons/arrow-up-right.mjs';
import Calendar from 'lucide/dist/esm/icons/calendar.mjs';
import Check from 'lucide/dist/esm/icons/check.mjs';
import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs';
import LifeBuoy from 'lucide/dist/esm/icons/life-buoy.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import MessageCircle from 'lucide/dist/esm/icons/message-circle.mjs';
import Phone from 'lucide/dist/esm/icons/phone.mjs';
import Rocket from 'lucide/dist/esm/icons/rocket.mjs';
import { type ReactNode, useState } from 'react';
import * as answer from '../../../styles/answer.css.ts';
import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import type { Line, LineType, Message } from '../conversation.ts';
import { isChoice } from '../conversations/choices.ts';
import type { ChatStore } from '../store.ts';
import type { ChatTextKey } from '../texts.ts';
import { plainClick, SafeText } from './SafeText.tsx';

export interface LinesProps {
  readonly store: ChatStore;
  readonly message: Message;
  readonly lines: readonly Line[];
  /** The visitor's reply to an answer whose choices are spent; undefined if they are not. */
  readonly said: string | undefined;
}

/** The lines of a rich answer, by type (CH-086, CH-087). Of spent choices, only the one that the visitor made is left. */
export function Lines({ lines, ...props }: LinesProps) {
  return leftLines(lines, props.said).map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer never change their order.
    <OneLine key={at} {...props} line={line} />
  ));
}

/** A tile is content as well, so it stays. */
export function leftLines(lines: readonly Line[], said: string | undefined): readonly Line[] {
  if (said === undefined) return lines;
  return lines.filter((line) => {
    if (line.type === 'choice') return isChosen(line, said);
    return line.type !== 'chat' || line.href !== undefined;
  });
}

interface OneLineProps extends Omit<LinesProps, 'lines'> {
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
    case 'tile':
      return <Group {...props} />;
    default:
      return <Action {...props} />;
  }
}

function Group(props: OneLineProps) {
  const { line, store, said } = props;
  const hasTiles = line.type === 'tile';
  const Item = hasTiles ? Tile : OneLine;
  const items = hasTiles ? (line.items ?? []) : leftLines(line.items ?? [], said);
  return (
    <section className={answer.group} aria-label={line.text || undefined}>
      {line.text && (
        <p className={answer.groupTitle}>
          <SafeText store={store} text={line.text} />
        </p>
      )}
      {!hasTiles && line.description && <p className={styles.muted}>{line.description}</p>}
      {items.length > 0 && (
        <ul className={hasTiles ? answer.tiles : answer.options}>
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer never change their order.
            <li key={at}>
              <Item {...props} line={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
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

interface AnswerButtonProps {
  readonly className: string;
  readonly title?: string | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A button that sends an answer. It is marked once it is pressed. */
export function AnswerButton({ className, title, onPress, children }: AnswerButtonProps) {
  const [isPressed, setPressed] = useState(false);
  function press(): void {
    setPressed(true);
    onPress();
  }
  return (
    <button
      type="button"
      className={className}
      title={title}
      data-pressed={isPressed || undefined}
      dir="auto"
      onClick={press}
    >
      {children}
    </button>
  );
}

function Choice({ store, message, line, said }: OneLineProps) {
  if (said !== undefined) {
    return (
      <span className={answer.spentChoice} data-chosen dir="auto">
        <span>{line.text}</span>
        <Chosen store={store} line={line} said={said} />
      </span>
    );
  }
  return (
    <AnswerButton className={answer.choice} onPress={() => store.press(line, message)}>
      {line.text}
    </AnswerButton>
  );
}

/** An address that may not be opened gets no link, and a button would do nothing. */
const isRefused = (store: ChatStore, { href }: Line): boolean => href !== undefined && !store.targetOf(href);

const isChosen = ({ text, says }: Line, said: string | undefined): boolean =>
  !!said && (said === text || said === says);

/** Marks the choice that the visitor made. It comes after the text, which determines the direction of the line. */
function Chosen({ store, line, said }: Omit<OneLineProps, 'message'>) {
  if (!isChosen(line, said)) return null;
  return (
    <>
      {' '}
      <Icon icon={Check} size={16} />
      <span className={visuallyHidden}>{` ${store.text('chosen')}`}</span>
    </>
  );
}

function Tile({ store, message, line, said }: OneLineProps) {
  const inside = (
    <>
      {line.imageUrl && <Picture source={line.imageUrl} className={answer.tileImage} />}
      <span className={answer.tileTitle}>
        <span>{line.text}</span>
        <Chosen store={store} line={line} said={said} />
      </span>
      {line.description && <span className={styles.muted}>{line.description}</span>}
    </>
  );
  // A tile without an action is not a button, and neither is one whose choices are spent.
  if (isChoice(line) || line.href === undefined ? line.type === 'text' || said !== undefined : isRefused(store, line)) {
    return (
      <div
        className={`${answer.tile} ${answer.tilePlain}`}
        data-spent={said !== undefined || undefined}
        data-chosen={isChosen(line, said) || undefined}
        dir="auto"
      >
        {inside}
      </div>
    );
  }
  return (
    <AnswerButton className={answer.tile} onPress={() => store.press(line, message)}>
      {inside}
    </AnswerButton>
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

function Action({ store, message, line, said }: OneLineProps) {
  const { icon, label: defaultLabel } = actions[line.type] ?? { icon: ArrowUpRight, label: 'lineLink' as const };
  const label = line.text || store.text(defaultLabel);
  const inside = (
    <>
      <Icon icon={icon} data-flips={line.type === 'link' ? true : undefined} />
      <span dir="auto">{label}</span>
    </>
  );
  const target = line.href === undefined ? undefined : store.targetOf(line.href);
  if (!target) {
    const isInert = isRefused(store, line) && line.type !== 'chat' && line.type !== 'scheduler';
    if (said !== undefined || isInert) return <span className={answer.spentAction}>{inside}</span>;
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
      className={answer.action}
      onClick={plainClick(() => store.press(line, message))}
    >
      {inside}
      {target.target === 'tab' && <span className={visuallyHidden}>{` ${store.text('opensNewTab')}`}</span>}
    </a>
  );
}
