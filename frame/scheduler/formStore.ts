import { defaultDialing } from './dialing.ts';
import { fitText } from './fitText.ts';
import { fieldMaxLength, questionMaxLength } from './limits.ts';
import type { Accordian } from './records.ts';
import type { SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';
import { type CheckedField, checkedFields, invalidFields, sectionOf } from './validateForm.ts';

/** Fields a visitor types into. */
export type TypedField = 'question' | 'firstName' | 'lastName' | 'company' | 'email' | 'phoneNumber';

/** An instance's fields: what is typed and chosen, and what of it is not right yet. */
export function createFormStore(
  state: SchedulerState,
  topic: Pick<TopicStore, 'questionChanged'>,
  openSection: (section: Accordian) => void,
) {
  /** The dialing entry's region as it was preselected. */
  let offeredRegion = '';

  const region = (): string => state.dialingRegion || state.config?.regionCode || '';
  const invalid = (): readonly CheckedField[] => invalidFields(state.form, region());

  function wishFocus(field: CheckedField): void {
    openSection(sectionOf(field));
    state.focusWish = field;
  }

  function type(field: TypedField, value: string): void {
    state.form[field] = fitText(value, field === 'question' ? questionMaxLength : fieldMaxLength);
    if (field === 'question') topic.questionChanged();
  }

  return {
    region,
    invalid,
    wishFocus,
    type,
    /** True when the form may be sent; else each field says what it lacks, and the first one gets the focus (SC-090). */
    check(): boolean {
      const [first] = invalid();
      if (!first) return true;
      state.touched = Object.fromEntries(checkedFields.map((field) => [field, true]));
      wishFocus(first);
      return false;
    },
    /** The focus has gone where it was to go; it is not taken there again. */
    focusGone(): void {
      state.focusWish = undefined;
    },
    blur(field: CheckedField): void {
      state.touched[field] = true;
    },
    /** A country that nobody chose or typed a number of follows the place (SC-078). */
    offerDialing(regionCode: string): void {
      const isOpen = state.dialingRegion === offeredRegion && state.form.phoneNumber === '' && !state.appointment;
      if (state.dialingRegion !== '' && !isOpen) return;
      const dialing = defaultDialing(state.dialingCodes, regionCode);
      state.dialingRegion = dialing.regionCode;
      offeredRegion = dialing.regionCode;
      if (!state.appointment) state.form.dialingCode = dialing.code;
    },
    chooseDialing(id: string): void {
      const entry = state.dialingCodes.find((one) => one.id === id);
      if (!entry) return;
      state.dialingRegion = entry.id;
      state.form.dialingCode = entry.code;
    },
    chooseSubregion(value: string): void {
      state.form.subregion = value;
    },
    /** SC-092. */
    privacySeen(): void {
      state.privacyViewed = true;
      state.form.privacyViewed = true;
    },
  };
}

export type FormStore = ReturnType<typeof createFormStore>;
