import { defaultDialing } from './dialing.ts';
import { fitText } from './fitText.ts';
import { fieldMaxLength, questionMaxLength } from './limits.ts';
import type { Accordian } from './records.ts';
import type { SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';
import { type CheckedField, checkedFields, invalidFields, sectionOf } from './validateForm.ts';

/** The fields a visitor types into. */
export type TypedField = 'question' | 'firstName' | 'lastName' | 'company' | 'email' | 'phoneNumber';

/** The form fields of one scheduler: their values and which of them are not valid yet. */
export function createFormStore(
  state: SchedulerState,
  topic: Pick<TopicStore, 'questionChanged'>,
  openSection: (section: Accordian) => void,
) {
  /** The region that was preselected in the dialing list. */
  let offeredRegion = '';

  const region = (): string => state.dialingRegion || state.config?.regionCode || '';
  const invalid = (): readonly CheckedField[] => invalidFields(state.form, region());

  function requestFocus(field: CheckedField): void {
    openSection(sectionOf(field));
    state.pendingFocus = field;
  }

  function type(field: TypedField, value: string): void {
    state.form[field] = fitText(value, field === 'question' ? questionMaxLength : fieldMaxLength);
    if (field === 'question') topic.questionChanged();
  }

  return {
    region,
    invalid,
    requestFocus,
    type,
    /** True when the form can be sent. If not, shows every field's error and focuses the first such field (SC-090). */
    check(): boolean {
      const [first] = invalid();
      if (!first) return true;
      state.touched = Object.fromEntries(checkedFields.map((field) => [field, true]));
      requestFocus(first);
      return false;
    },
    /** The field has the focus, so do not focus it again. */
    clearPendingFocus(): void {
      state.pendingFocus = undefined;
    },
    blur(field: CheckedField): void {
      state.touched[field] = true;
    },
    /** Preselects the region's dialing code, unless the visitor chose one or typed a number (SC-078). */
    offerDialing(regionCode: string): void {
      const isUnchanged = state.dialingRegion === offeredRegion && state.form.phoneNumber === '' && !state.appointment;
      if (state.dialingRegion !== '' && !isUnchanged) return;
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
