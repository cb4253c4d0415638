import { isEmail } from './email.ts';
import { isPhone } from './phone.ts';
import type { Accordian, SchedulerForm } from './records.ts';

/** In the order of the screen: the first one gets the focus (SC-090). */
export const checkedFields = [
  'question',
  'selectedTime',
  'firstName',
  'lastName',
  'company',
  'email',
  'phoneNumber',
  'privacyViewed',
] as const;
export type CheckedField = (typeof checkedFields)[number];

/** Where each field stands. */
export function sectionOf(field: CheckedField): Accordian {
  if (field === 'question') return 'QUESTION';
  return field === 'selectedTime' ? 'CALENDAR' : 'CONTACT_INFO';
}

/** SC-080 to SC-082, SC-088: the fields that keep the form from being sent. `regionCode` is the dialing entry's. */
export function invalidFields(form: SchedulerForm, regionCode: string): readonly CheckedField[] {
  return checkedFields.filter((field) => {
    if (field === 'email') return !isEmail(form.email);
    if (field === 'phoneNumber') return !isPhone(form.phoneNumber, regionCode);
    if (field === 'privacyViewed') return !form.privacyViewed;
    // A time without an end cannot be booked: an old appointment may come without one.
    if (field === 'selectedTime' && form.selectedTimeEnd.trim() === '') return true;
    return form[field].trim() === '';
  });
}
