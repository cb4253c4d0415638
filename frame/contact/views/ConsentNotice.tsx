import { createTextReader, type TextSource } from '../../text/texts.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { consentTexts } from '../consentTexts.ts';

interface ConsentNoticeProps {
  readonly texts: TextSource;
  /** Undefined if the deployment may not ask. */
  readonly onAgree: (() => void) | undefined;
}

/** Explains why there is no chat, and lets the visitor agree to it if the pane may ask (SH-111). */
export function ConsentNotice({ texts, onAgree }: ConsentNoticeProps) {
  const text = createTextReader(texts, 'menu', consentTexts);
  return (
    <Notice kind="info">
      <p>{onAgree ? text('consentMissing') : `${text('consentMissing')} ${text('consentElsewhere')}`}</p>
      {onAgree && (
        <GuardedButton hint={text('pressAgain')} variant="secondary" onPress={onAgree}>
          {text('consentAgree')}
        </GuardedButton>
      )}
    </Notice>
  );
}
