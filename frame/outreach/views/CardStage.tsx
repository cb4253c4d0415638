import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Card } from '../card.ts';
import type { Outreach } from '../outreach.ts';
import { NotificationCard } from './NotificationCard.tsx';
import { PopUpCard } from './PopUpCard.tsx';

/** Screen readers announce a new live region only after a moment: long enough for the slowest. */
const announceAfterMs = 300;

/** The current card, announced politely and without taking the focus (SH-127, A11Y-23). */
export function CardStage({ outreach, clock }: { readonly outreach: Outreach; readonly clock: Clock }) {
  const { card } = useSnapshot(outreach.state);
  const opened = outreach.opened();
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    setAnnouncement('');
    return card && clock.after(announceAfterMs, () => setAnnouncement(textOf(card)));
  }, [card, clock]);

  return (
    <>
      <div role="status" className={visuallyHidden}>
        {announcement}
      </div>
      {opened && card?.kind === 'popUp' && <PopUpCard opened={opened} card={card} />}
      {opened && card?.kind === 'notification' && (
        <NotificationCard key={card.content.id} opened={opened} content={card.content} />
      )}
    </>
  );
}

function textOf(card: Card): string {
  const parts =
    card.kind === 'popUp'
      ? [card.headingText, card.bodyText]
      : [card.content.greetingText, card.content.headingText, card.content.bodyText];
  return parts.filter(Boolean).join(' ');
}
