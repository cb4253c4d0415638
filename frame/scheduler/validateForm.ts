import { type DomainList, isEmail } from './email.ts';
import { isPhone } from './phone.ts';
import type { Accordian, SchedulerForm } from './records.ts';

/** In the order of the screen: the first invalid field gets the focus (SC-090). */
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

/** The section that contains the field. */
export function sectionOf(field: CheckedField): Accordian {
  if (field === 'question') return 'QUESTION';
  return field === 'selectedTime' ? 'CALENDAR' : 'CONTACT_INFO';
}

/** SC-080 to SC-082, SC-088: the invalid fields. `regionCode` is that of the dialing entry. */
export function invalidFields(
  form: Readonly<SchedulerForm>,
  regionCode: string,
  topLevelDomains?: DomainList,
): readonly CheckedField[] {
  return checkedFields.filter((field) => {
    if (field === 'email') return !isEmail(form.email, topLevelDomains);
    if (field === 'phoneNumber') return !isPhone(form.phoneNumber, regionCode);
    if (field === 'privacyViewed') return !form.privacyViewed;
    // An old appointment may lack an end, and a time without an end cannot be booked.
    if (field === 'selectedTime' && form.selectedTimeEnd.trim() === '') return true;
    return form[field].trim() === '';
  });
}
