import CalendarPlus from 'lucide/dist/esm/icons/calendar-plus.mjs';
import * as details from '../../../styles/appointment.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { type CalendarEvent, toCalendarFile, toCalendarLinks } from '../calendarFile.ts';
import type { SchedulerStore } from '../store.ts';
import type { SchedulerActions } from './actions.ts';

export interface CalendarLinksProps {
  readonly store: SchedulerStore;
  readonly event: CalendarEvent | undefined;
  readonly actions: SchedulerActions;
  readonly calendarUrl: string;
}

/** Adds the appointment to the visitor's own calendar, by a file or a link to a web calendar. */
export function CalendarLinks({ store, event, actions, calendarUrl }: CalendarLinksProps) {
  const { read } = store;
  if (!event) return null;
  const links = URL.canParse(calendarUrl) ? toCalendarLinks(calendarUrl, event) : [];
  return (
    <fieldset className={details.calendars}>
      <legend className={ui.visuallyHidden}>{read('addToCalendar')}</legend>
      <FileButton event={event} label={read('addToCalendar')} actions={actions} variant="primary" />
      <div className={details.webCalendars}>
        {links.map(({ name, href }) => (
          <PageLink
            key={name}
            href={href}
            target="tab"
            variant="secondary"
            newTabText={read('newTab')}
            onOpen={actions.openTab}
          >
            <span className={ui.visuallyHidden}>{`${read('addToCalendar')}: `}</span>
            <span>{name}</span>
          </PageLink>
        ))}
      </div>
    </fieldset>
  );
}

export interface FileButtonProps {
  readonly event: CalendarEvent;
  readonly label: string;
  readonly actions: Pick<SchedulerActions, 'releaseLater'>;
  readonly variant?: 'primary' | 'quiet';
  readonly icon?: typeof CalendarPlus;
}

/** Downloads the calendar file of an appointment. */
export function FileButton({ event, label, actions, variant = 'quiet', icon = CalendarPlus }: FileButtonProps) {
  function download(): void {
    const name = `${event.uid.split('@')[0] || 'call'}.ics`;
    saveFile(name, toCalendarFile(event), actions.releaseLater, 'text/calendar');
  }

  return (
    <button type="button" className={ui.button[variant]} onClick={download}>
      <Icon icon={icon} size={20} />
      <span>{label}</span>
    </button>
  );
}
