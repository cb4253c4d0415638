import { type FormEvent, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../../styles/inquiry.css.ts';
import { detail } from '../../../../styles/menu.css.ts';
import { isolate } from '../../../text/isolate.ts';
import type { TextReader } from '../../../text/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { parseDestination } from '../inquiry.ts';
import type { InquiryStore } from '../inquiryStore.ts';
import { maxEmailLength, maxMailTextLength, maxNameLength, maxTextLength } from '../limits.ts';
import type { inquiryTexts } from '../texts.ts';

export interface InquiryFormProps {
  readonly store: InquiryStore;
  readonly text: TextReader<keyof typeof inquiryTexts>;
  /** The menu entry's address. */
  readonly href: string;
}

/** Whether the form with this address shows the outcome. If the menu does not have the form that was sent, every form does. */
const showsOutcome = (store: InquiryStore, href: string, sentTo: string): boolean =>
  sentTo === href || !store.hasForm(sentTo);

/** A form for visitors who want an answer later. After sending, the outcome replaces it, but no other form of the menu. */
export function InquiryForm({ store, text, href }: InquiryFormProps) {
  const { status, sentTo } = useSnapshot(store.state);
  const outcome = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isSentHere = showsOutcome(store, href, sentTo);
  // While a message is unsent, there is no form to write another one.
  const isForm =
    status === 'writing' || status === 'sending' || status === 'refused' || (status !== 'waiting' && !isSentHere);
  const shown = useRef(status);

  // If the focused button was removed, focus moves to what replaces it.
  useEffect(() => {
    const isLost = document.activeElement === document.body && document.hasFocus();
    if (isLost && isSentHere && shown.current !== status)
      (outcome.current ?? form.current?.querySelector('input'))?.focus();
    shown.current = status;
  }, [status, isSentHere]);

  if (!parseDestination(href)) return <p className={detail}>{href}</p>;
  if (isForm) return <Fields store={store} text={text} href={href} form={form} />;
  return (
    <div ref={outcome} tabIndex={-1} className={styles.outcome}>
      <Outcome store={store} text={text} href={href} />
    </div>
  );
}

function Fields({ store, text, href, form }: InquiryFormProps & { readonly form: React.Ref<HTMLFormElement> }) {
  const { form: typed, problems, status, sentTo } = useSnapshot(store.state, { sync: true });
  const isMail = parseDestination(href)?.type === 'mail';
  const isSending = status === 'sending';

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const invalid = store.send(href, text('subject', { name: typed.name.trim() }));
    if (invalid) event.currentTarget.querySelector<HTMLElement>(`[name=${invalid}]`)?.focus();
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={send}>
      <TextField
        name="name"
        label={text('name')}
        value={typed.name}
        autoComplete="name"
        dir="auto"
        isRequired
        isReadOnly={isSending}
        maxLength={maxNameLength}
        error={problems.name && text('nameMissing')}
        onChange={(value) => store.write('name', value)}
      />
      <TextField
        name="email"
        type="email"
        label={text('email')}
        value={typed.email}
        autoComplete="email"
        dir="ltr"
        isRequired
        isReadOnly={isSending}
        maxLength={maxEmailLength}
        error={problems.email && text(problems.email === 'missing' ? 'emailMissing' : 'emailMalformed')}
        onChange={(value) => store.write('email', value)}
      />
      <TextField
        name="text"
        rows={5}
        label={text('text')}
        value={typed.text}
        dir="auto"
        isRequired
        isReadOnly={isSending}
        maxLength={isMail ? maxMailTextLength : maxTextLength}
        error={problems.text && text(problems.text === 'tooLong' ? 'textTooLong' : 'textMissing')}
        onChange={(value) => store.write('text', value)}
      />
      {status === 'refused' && showsOutcome(store, href, sentTo) && <Notice kind="error">{text('refused')}</Notice>}
      {/* Not disabled while it sends, because a disabled button would lose focus. */}
      <Button type="submit" variant="primary">
        {text(isSending ? 'sending' : 'send')}
      </Button>
    </form>
  );
}

function Outcome({ store, text, href }: InquiryFormProps) {
  const { form, status, isTrying, answerTo } = useSnapshot(store.state);
  if (status === 'waiting') {
    return (
      <>
        <Notice kind="info">{text('waiting')}</Notice>
        <Button onPress={store.tryNow}>{text(isTrying ? 'sending' : 'tryNow')}</Button>
      </>
    );
  }
  const isMail = status === 'mailOpened';
  return (
    <>
      <Notice kind="info">{isMail ? text('mailOpened') : text('delivered', { email: isolate(answerTo) })}</Notice>
      {isMail && (
        <Button onPress={() => void store.send(href, text('subject', { name: form.name.trim() }))}>
          {text('mailAgain')}
        </Button>
      )}
      <Button variant="quiet" onPress={store.startOver}>
        {text('another')}
      </Button>
    </>
  );
}
