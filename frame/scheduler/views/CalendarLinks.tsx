import CalendarPlus from 'lucide/dist/esm/icons/calendar-plus.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { toCalendarFile, toCalendarLink } from '../calendarFile.ts';
import type { SchedulerStore } from '../store.ts';
import type { SchedulerActions } from './actions.ts';

export interface CalendarLinksProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  readonly calendarUrl: string;
}

/** Adds the appointment to the visitor's own calendar, by a file or a link to a web calendar. */
export function CalendarLinks({ store, actions, calendarUrl }: CalendarLinksProps) {
  const event = store.calendarEvent();
  const { read } = store;
  if (!event) return null;

  function download(): void {
    if (!event) return;
    const url = URL.createObjectURL(new Blob([toCalendarFile(event)], { type: 'text/calendar;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${store.state.confirmationNumber || 'call'}.ics`;
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(url);
  }

  return (
    <div className={styles.row}>
      <button type="button" className={ui.button.quiet} onClick={download}>
        <Icon icon={Download} size={20} />
        {read('download')}
      </button>
      {URL.canParse(calendarUrl) && (
        <PageLink
          href={toCalendarLink(calendarUrl, event)}
          target="tab"
          variant="quiet"
          newTabText={read('newTab')}
          onOpen={actions.openTab}
        >
          <Icon icon={CalendarPlus} size={20} />
          {read('addToCalendar')}
        </PageLink>
      )}
    </div>
  );
}
