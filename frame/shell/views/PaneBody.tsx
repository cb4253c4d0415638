import { Suspense, use, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/shell.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { ChannelMenu } from '../../contact/views/ChannelMenu.tsx';
import { DefaultLinks } from '../../contact/views/DefaultLinks.tsx';
import { BusinessLocation } from '../../text/views/BusinessLocation.tsx';
import { Button } from '../../ui/Button.tsx';
import { loadSurface } from './loadSurface.ts';
import { wordsOf } from './words.ts';

/** Downloaded with the first scheduler, or when the pointer comes near what opens it. */
function Scheduler({ widget }: { readonly widget: Widget }) {
  const [schedulers, { SchedulerSurface }] = use(loadSurface(widget));
  return <SchedulerSurface widget={widget} schedulers={schedulers} />;
}

/** What stands under the header: the menu in its states, a chat, a scheduler (SH-049). */
export function PaneBody({ widget }: { readonly widget: Widget }) {
  const shell = useSnapshot(widget.shell.state);
  const { status } = useSnapshot(widget.contact.state);
  const content = useRef<HTMLDivElement>(null);
  const { pane } = wordsOf(widget);
  const isMenu = !shell.scheduler.isDisplayed && !shell.scheduler.isLanding;

  // The pane of a menu without chat is as tall as its content: header and body are measured, the frame follows.
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const around = (element.parentElement?.offsetTop ?? 0) + 1;
      widget.shell.measured(Math.ceil(element.getBoundingClientRect().height) + around);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [widget]);

  const skeletons = (
    <div role="status" aria-label={pane('loading')} className={styles.stack}>
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className={`${ui.skeleton} ${styles.skeletonBlock}`} />
      ))}
    </div>
  );

  return (
    <div className={styles.body}>
      <div ref={content} className={styles.content}>
        {isMenu && status === 'fetched' && <ChannelMenu widget={widget} />}
        {isMenu && status === 'fetched' && <BusinessLocation store={widget.locale} text={wordsOf(widget).location} />}
        {(!isMenu || shell.scheduler.isPrepared) && (
          <Suspense fallback={skeletons}>
            <Scheduler widget={widget} />
          </Suspense>
        )}
        {isMenu && (status === 'notStarted' || status === 'fetching') && skeletons}
        {isMenu && (status === 'failed' || status === 'invalid') && (
          <div className={styles.message}>
            <p role="alert">{pane(status)}</p>
            <DefaultLinks widget={widget} />
            {status === 'failed' && (
              <Button variant="primary" onPress={() => void widget.retryLookup()}>
                {pane('tryAgain')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
