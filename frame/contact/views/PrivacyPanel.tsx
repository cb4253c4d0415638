import { useEffect, useId, useRef, useState } from 'react';
import * as styles from '../../../styles/privacy.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { createTextReader, type TextSource } from '../../text/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import type { DeletionOutcome, Privacy } from '../privacy/privacy.ts';
import { type PrivacyTextKey, privacyTexts } from '../privacy/texts.ts';

type Phase =
  | { readonly name: 'start' | 'asking' | 'working' | 'copyFailed' | 'deleteFailed' }
  | { readonly name: 'copied'; readonly isComplete: boolean }
  | { readonly name: 'deleted'; readonly outcome: DeletionOutcome };

/** The code that carries out the request could not be downloaded. */
const isUnloaded = (phase: Phase): phase is { readonly name: 'copyFailed' | 'deleteFailed' } =>
  phase.name === 'copyFailed' || phase.name === 'deleteFailed';

const first: Phase = { name: 'start' };

interface PrivacyPanelProps {
  /** Downloads the code that carries out the request. */
  readonly load: () => Promise<Privacy>;
  /** Whether the request also goes to a service of the company. */
  readonly hasService: boolean;
  readonly texts: TextSource;
  /** Schedules the callback that releases the file's memory. */
  readonly releaseLater: (release: () => void) => void;
}

/** Lets visitors download a copy of their data or delete it. Deleting needs a confirmation. */
export function PrivacyPanel({ load, hasService, texts, releaseLater }: PrivacyPanelProps) {
  const text = createTextReader<PrivacyTextKey>(texts, 'privacy', privacyTexts);
  const [phase, setPhase] = useState(first);
  const panel = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  // It opens at the end of the pane, below what is in view. `void`: new versions of Chromium return a promise, which React would
  // call when the panel closes.
  useEffect(() => void panel.current?.scrollIntoView({ block: 'nearest' }), []);

  // Each step removes the pressed control, so focus moves to the heading.
  useEffect(() => {
    if (phase !== first && document.hasFocus()) title.current?.focus();
  }, [phase]);

  async function copy(): Promise<void> {
    setPhase({ name: 'working' });
    try {
      const { name, text: content, isComplete } = await (await load()).copy();
      saveFile(name, content, releaseLater, 'application/json');
      setPhase({ name: 'copied', isComplete });
    } catch {
      setPhase({ name: 'copyFailed' }); // It could not be downloaded.
    }
  }

  async function deleteAll(isOnlyHere: boolean): Promise<void> {
    setPhase({ name: 'working' });
    const privacy = await load().catch(() => undefined);
    // No service was called yet.
    if (!privacy) return setPhase({ name: 'deleteFailed' });
    const outcome = await privacy.deleteAll(isOnlyHere).catch((): DeletionOutcome => ({ state: 'failed' }));
    setPhase({ name: 'deleted', outcome });
  }

  const isAsking = phase.name === 'asking';
  const failed = phase.name === 'deleted' && phase.outcome.state === 'failed';
  return (
    <section ref={panel} className={styles.panel} aria-labelledby={titleId} data-binds>
      <h2 ref={title} id={titleId} className={styles.title} tabIndex={-1}>
        {text(isAsking ? 'question' : 'title')}
      </h2>
      {phase.name === 'start' && (
        <>
          <p>{text('intro')}</p>
          {hasService && <p>{text('introService')}</p>}
        </>
      )}
      {isAsking && (
        <>
          <p>{text('explanation')}</p>
          {!hasService && <p>{text('kept')}</p>}
        </>
      )}
      {/* The region is there before its text, so that it is announced. */}
      <p role="status" className={phase.name === 'working' ? undefined : visuallyHidden}>
        {phase.name === 'working' && text('working')}
      </p>
      {phase.name === 'copied' && <Notice kind="info">{text(phase.isComplete ? 'copied' : 'copiedInPart')}</Notice>}
      {isUnloaded(phase) && <Notice kind="error">{text(phase.name)}</Notice>}
      {phase.name === 'deleted' && <Outcome outcome={phase.outcome} text={text} />}
      <div className={styles.buttons}>
        {isAsking ? (
          <>
            <Button onPress={() => setPhase({ name: 'start' })}>{text('no')}</Button>
            <GuardedButton hint={text('pressAgain')} variant="dangerous" onPress={() => void deleteAll(false)}>
              {text('yes')}
            </GuardedButton>
          </>
        ) : (
          <>
            {failed && (
              <>
                <GuardedButton hint={text('pressAgain')} variant="primary" onPress={() => void deleteAll(false)}>
                  {text('tryAgain')}
                </GuardedButton>
                <GuardedButton hint={text('pressAgain')} onPress={() => void deleteAll(true)}>
                  {text('onlyHere')}
                </GuardedButton>
              </>
            )}
            {(phase.name === 'start' || isUnloaded(phase)) && (
              <Button onPress={() => void copy()}>{text('copy')}</Button>
            )}
            {phase.name !== 'deleted' && phase.name !== 'working' && (
              <Button onPress={() => setPhase({ name: 'asking' })}>{text('delete')}</Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Outcome({
  outcome,
  text,
}: {
  readonly outcome: DeletionOutcome;
  readonly text: (key: PrivacyTextKey, values?: Readonly<Record<string, string>>) => string;
}) {
  const reference = outcome.state === 'accepted' ? outcome.reference : undefined;
  return (
    <Notice kind={outcome.state === 'failed' ? 'error' : 'info'}>
      <p>{text(outcome.state)}</p>
      {outcome.state === 'here' && <p>{text('kept')}</p>}
      {reference !== undefined && <p>{text('reference', { reference })}</p>}
    </Notice>
  );
}
