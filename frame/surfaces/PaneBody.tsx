import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { change, foot } from '../../styles/businessLocation.css.ts';
import * as styles from '../../styles/shell.css.ts';
import * as ui from '../../styles/ui.css.ts';
import type { MenuOption } from '../contact/selectEntry.ts';
import type { LookupStatus } from '../contact/store.ts';
import { BusinessLocation } from '../contact/views/BusinessLocation.tsx';
import { ChannelMenu } from '../contact/views/ChannelMenu.tsx';
import { DefaultLinks } from '../contact/views/DefaultLinks.tsx';
import type { MenuPorts } from '../contact/views/menuPorts.ts';
import { whenIdle } from '../platform/clock.ts';
import type { ShellState } from '../shell/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Button, PlainButton } from '../ui/Button.tsx';
import { lazyView, useLazy } from '../ui/lazyView.tsx';
import type { Widget } from '../widget.ts';
import { CrashMessage } from './Crash.tsx';
import type { PaneParts } from './paneParts.ts';

/** Downloaded for a visitor whose consent is missing. */
const ConsentNotice = lazyView(async () => (await import('../contact/views/ConsentNotice.tsx')).ConsentNotice, {
  isSilent: true,
});

/** Downloaded for a visitor who asks for their data. */
const YourData = lazyView(async () => (await import('./YourData.tsx')).YourData);

export interface PaneBodyProps {
  readonly widget: Widget;
  readonly parts: PaneParts;
  readonly shell: Readonly<ShellState>;
  readonly status: LookupStatus;
  readonly options: readonly MenuOption[];
  readonly ports: MenuPorts;
  readonly isChatWithheld: boolean;
}

/** The content below the header: the menu in its states, or a scheduler (SH-049). */
export function PaneBody(props: PaneBodyProps) {
  const { widget, parts, shell } = props;
  const content = useRef<HTMLDivElement>(null);
  const isFetching = props.status === 'notStarted' || props.status === 'fetching';
  const isMenu = !shell.scheduler.isDisplayed && !shell.scheduler.isLanding;

  // The pane of a menu without chat is as tall as its content, so header and body are measured.
  const measure = useCallback(() => {
    const element = content.current;
    if (!element) return;
    const around = (element.parentElement?.offsetTop ?? 0) + 1;
    widget.shell.measured(Math.ceil(element.getBoundingClientRect().height) + around);
  }, [widget]);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [measure]);

  // The browser does not render a hidden frame, so the observer does not report. Measuring also lays out the pane, so that a click only
  // has to paint it. This runs after every render, because each one may change the height.
  useEffect(() => {
    if (!shell.isPaneHidden) return;
    let isCurrent = true;
    whenIdle(() => isCurrent && measure());
    return () => {
      isCurrent = false;
    };
  });

  return (
    <div className={styles.body} data-scrolls>
      <div ref={content} className={styles.content}>
        <Skeletons label={isMenu && isFetching && parts.words.pane('loading')} />
        {isMenu && <Menu {...props} />}
        {(!isMenu || shell.scheduler.isPrepared) && (
          <Boundary otherwise={(again) => !isMenu && <CrashMessage widget={widget} parts={parts} again={again} />}>
            <Suspense fallback={<Skeletons label={parts.words.pane('loading')} />}>
              <Scheduler widget={widget} parts={parts} />
            </Suspense>
          </Boundary>
        )}
      </div>
    </div>
  );
}

/** Downloaded with the first scheduler, or when the control that opens it gets hover or focus. */
function Scheduler({ widget, parts }: { readonly widget: Widget; readonly parts: PaneParts }) {
  const [schedulers, { SchedulerSurface }] = useLazy(parts.scheduler);
  return <SchedulerSurface widget={widget} schedulers={schedulers} />;
}

function Menu({ widget, parts, shell, status, options, ports, isChatWithheld }: PaneBodyProps) {
  const { pane, menu } = parts.words;
  const links = {
    links: widget.defaultLinks,
    pageUrl: ports.pageUrl,
    newTabText: menu('newTab'),
    nameOf: pane,
    onOpen: ports.openUrl,
  };
  const hasLinks = Object.keys(links.links).length > 0;
  switch (status) {
    case 'failed':
    case 'invalid':
      return (
        <div className={styles.message}>
          <p role="alert">{pane(status === 'failed' && !hasLinks ? 'failedWithoutLinks' : status)}</p>
          <DefaultLinks {...links} />
          {status === 'failed' && (
            <Button variant="primary" onPress={() => void widget.retryLookup()}>
              {pane('tryAgain')}
            </Button>
          )}
        </div>
      );
    case 'fetched':
      return (
        <>
          {shell.isChatMissing && !isChatWithheld && <p role="status">{pane('noChat')}</p>}
          {options.length > 0 ? (
            <ChannelMenu options={options} ports={ports} />
          ) : (
            <>
              <p>{pane('empty')}</p>
              <DefaultLinks {...links} only="contact" />
            </>
          )}
          {isChatWithheld && (
            <Boundary>
              <Suspense>
                <ConsentNotice texts={widget.texts} onAgree={widget.agreeToChat} />
              </Suspense>
            </Boundary>
          )}
          <Foot widget={widget} parts={parts} />
        </>
      );
    default:
      return null;
  }
}

/** Below the menu: region and language, and a link that opens the export and deletion of the visitor's data. */
function Foot({ widget, parts }: Pick<PaneBodyProps, 'widget' | 'parts'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={foot}>
        <BusinessLocation store={widget.locale} text={parts.words.location} closeText={parts.words.pane('close')} />
        <PlainButton className={change} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {parts.words.menu('yourData')}
        </PlainButton>
      </div>
      {isOpen && (
        <Boundary otherwise={(again) => <CrashMessage widget={widget} parts={parts} again={again} />}>
          <Suspense>
            <YourData widget={widget} onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

/** In the menu also rendered without a label, because a region that is added with its text is not announced. */
function Skeletons({ label }: { readonly label: string | false }) {
  return (
    <>
      <p role="status" className={ui.visuallyHidden}>
        {label}
      </p>
      {label && (
        <div className={styles.stack}>
          {[0, 1, 2, 3].map((index) => (
            <div key={index} className={`${ui.skeleton} ${styles.skeletonBlock}`} />
          ))}
        </div>
      )}
    </>
  );
}
