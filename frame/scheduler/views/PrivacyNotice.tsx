import { useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { noticeShare, noticeShares } from '../limits.ts';
import type { SchedulerStore } from '../store.ts';
import type { SchedulerActions } from './actions.ts';
import { fieldError } from './fieldError.ts';

export interface PrivacyNoticeProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  readonly privacyUrl: string | undefined;
}

/**
 * SC-091, SC-092: counts as viewed once half of it was visible or the privacy statement was opened. If it is taller than two
 * windows, half a window of it is enough.
 */
export function PrivacyNotice({ store, actions, privacyUrl }: PrivacyNoticeProps) {
  const { noticeAvailable, touched, form, vendorNotice } = useSnapshot(store.state);
  const box = useRef<HTMLElement>(null);
  const titleId = useId();
  const { read } = store;

  useEffect(() => {
    if (!noticeAvailable || !box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Compare the numbers: `isIntersecting` below the threshold differs between engines.
        const isSeen = entries.some(
          ({ intersectionRatio, intersectionRect, boundingClientRect }) =>
            intersectionRatio >= noticeShare ||
            (boundingClientRect.height * noticeShare > window.innerHeight &&
              intersectionRect.height >= noticeShare * window.innerHeight),
        );
        if (isSeen) store.privacySeen();
      },
      { threshold: noticeShares },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [noticeAvailable, store]);

  if (!noticeAvailable) return null;
  const statementUrl = vendorNotice?.url || privacyUrl;
  const error = form.privacyViewed ? undefined : fieldError(store, touched, 'privacyViewed');
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={titleId} data-field="privacyViewed" className={styles.notice}>
      <p id={titleId} className={styles.noticeTitle}>
        {vendorNotice?.title || read('privacyTitle')}
      </p>
      <p>{vendorNotice?.text ?? read('privacyText')}</p>
      {statementUrl && (
        <p>
          <PageLink
            href={statementUrl}
            target="tab"
            newTabText={read('newTab')}
            onOpen={(href) => {
              store.privacySeen();
              actions.openTab(href);
            }}
          >
            {read('privacyLink')}
          </PageLink>
        </p>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </section>
  );
}
