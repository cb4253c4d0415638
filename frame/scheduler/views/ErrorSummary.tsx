import { useSnapshot } from 'valtio/react';
import * as refused from '../../../styles/appointment.css.ts';
import type { SchedulerStore } from '../store.ts';
import type { SchedulerTextKey } from '../texts.ts';
import type { CheckedField } from '../validateForm.ts';

const names: Readonly<Record<CheckedField, SchedulerTextKey>> = {
  question: 'sectionQuestion',
  selectedTime: 'sectionCalendar',
  firstName: 'firstName',
  lastName: 'lastName',
  company: 'company',
  email: 'email',
  phoneNumber: 'phone',
  privacyViewed: 'privacyTitle',
};

/** After a refused submit, lists every field with an error next to the pressed button. A press on a name focuses its field. */
export function ErrorSummary({ store }: { readonly store: SchedulerStore }) {
  const { isRefused, form } = useSnapshot(store.state);
  const { read } = store;
  const wrong = isRefused ? store.invalid(form) : [];
  if (wrong.length === 0) return null;
  return (
    <div role="status" className={refused.summary}>
      <p>{read('errorSummary')}</p>
      <ul className={refused.summaryList}>
        {wrong.map((field) => (
          <li key={field}>
            <button type="button" className={refused.summaryLink} onClick={() => store.requestFocus(field)}>
              {read(names[field])}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
