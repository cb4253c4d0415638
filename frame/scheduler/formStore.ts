import { defaultDialing, regionOfCode } from './dialing.ts';
import { type DomainList, isEmail } from './email.ts';
import { fitText } from './fitText.ts';
import { defaultDialingCode, domainsWaitMs, maxFieldLength, maxQuestionLength } from './limits.ts';
import { isNorthAmerican, isPhone, splitPhone, splitTyped } from './phone.ts';
import type { InstancePorts, KnownVisitor } from './ports.ts';
import type { Accordian, SchedulerForm } from './records.ts';
import type { SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';
import { type CheckedField, checkedFields, invalidFields, sectionOf } from './validateForm.ts';

/** The fields a visitor types into. */
export type TypedField = 'question' | 'firstName' | 'lastName' | 'company' | 'email' | 'phoneNumber';

const knownFields = ['firstName', 'lastName', 'company', 'email'] as const;
/** Replaces the list of top-level domains until it is loaded. */
const anyDomain: DomainList = { has: () => true };

/** The form fields of one scheduler: their values and which of them are not valid yet. */
export function createFormStore(
  {
    clock,
    log,
    visitor,
    loadTopLevelDomains,
  }: Pick<InstancePorts, 'clock' | 'log' | 'visitor' | 'loadTopLevelDomains'>,
  state: SchedulerState,
  topic: Pick<TopicStore, 'questionChanged'>,
  openSection: (section: Accordian) => void,
) {
  /** The region that was preselected in the dialing list. */
  let offeredRegion = '';
  let domains = anyDomain;
  /** The fields that were prefilled once. If the visitor empties one, it stays empty. */
  const filledIn = new Set<keyof KnownVisitor>();

  /** For +1 if the list lacks it: the page's region, if +1 is its code. */
  const pageRegionFor = (code: string): string => {
    const pageRegion = state.config?.regionCode ?? '';
    return code === defaultDialingCode && isNorthAmerican(pageRegion) ? pageRegion : '';
  };
  /** The region whose rule a number with this dialing code follows. Empty if nobody knows. */
  const regionFor = (code: string): string =>
    regionOfCode(state.dialingCodes, code, state.dialingRegion || state.config?.regionCode || '') ||
    pageRegionFor(code);
  /** The region whose rule the form's number follows. */
  const region = (): string => state.dialingRegion || pageRegionFor(state.form.dialingCode);
  const invalid = (form: Readonly<SchedulerForm> = state.form): readonly CheckedField[] =>
    invalidFields(form, region(), domains);

  function requestFocus(field: CheckedField): void {
    openSection(sectionOf(field));
    state.pendingFocus = field;
  }

  function type(field: TypedField, value: string): void {
    state.form[field] = fitText(value, field === 'question' ? maxQuestionLength : maxFieldLength);
    if (field === 'question') topic.questionChanged();
  }

  /** A number that was typed or filled in with its country code sets the code. */
  function settlePhone(): void {
    const { form } = state;
    const split = splitTyped(form.phoneNumber, region());
    if (!split || !isPhone(form.phoneNumber, region())) return;
    Object.assign(form, split);
    state.dialingRegion = regionFor(split.dialingCode);
  }

  /** Prefills the phone number with its dialing code, once the dialing codes are known. */
  function prefillPhone(phone = ''): void {
    if (phone === '' || !state.config || filledIn.has('phone')) return;
    filledIn.add('phone');
    const { form, dialingCodes } = state;
    if (form.phoneNumber !== '' || state.appointment) return;
    const codes = dialingCodes.map(({ code }) => code);
    const split = phone.startsWith('+')
      ? splitPhone(phone, '', codes)
      : { dialingCode: form.dialingCode, phoneNumber: phone };
    const id = regionFor(split.dialingCode);
    if (!isPhone(split.phoneNumber, id)) return;
    Object.assign(form, split);
    state.dialingRegion = id;
  }

  return {
    region,
    regionFor,
    invalid,
    requestFocus,
    type,
    /** Prefills the visitor's data that the page knows. */
    prefill(): void {
      const known = visitor?.() ?? {};
      for (const field of knownFields) {
        const value = known[field]?.trim();
        if (!value || filledIn.has(field)) continue;
        filledIn.add(field);
        state.form[field] ||= fitText(value, maxFieldLength);
      }
      prefillPhone(known.phone);
    },
    /** Whether the list is loaded, or the address is valid without it. */
    canCheckEmail: (): boolean => domains !== anyDomain || isEmail(state.form.email),
    /** Loads the list of top-level domains. Never rejects, and waits only for a limited time. */
    async loadDomains(): Promise<void> {
      if (domains !== anyDomain) return;
      const loaded = loadTopLevelDomains().then(
        (list) => {
          domains = list;
        },
        (error) => log.warn('The list of top-level domains could not be loaded.', error),
      );
      await Promise.race([loaded, new Promise<void>((go) => clock.after(domainsWaitMs, go))]);
    },
    /** True when the form can be sent. If not, shows every field's error and focuses the first such field (SC-090). */
    check(): boolean {
      settlePhone();
      const [first] = invalid();
      state.isRefused = first !== undefined;
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
      if (field === 'phoneNumber') settlePhone();
      state.touched[field] = true;
    },
    /**
     * Preselects the region's dialing code, unless the visitor chose one or typed a number (SC-078). A loaded appointment and
     * a number that was typed with its code keep that code, whose region may only be known now.
     */
    offerDialing(regionCode: string): void {
      const { form, appointment } = state;
      const isUnchanged = state.dialingRegion === offeredRegion && form.phoneNumber === '' && !appointment;
      if (state.dialingRegion !== '' && !isUnchanged) return;
      const dialing = defaultDialing(state.dialingCodes, regionCode);
      offeredRegion = dialing.regionCode;
      const keepsCode = appointment || (form.phoneNumber !== '' && form.dialingCode !== defaultDialingCode);
      if (!keepsCode) form.dialingCode = dialing.code;
      state.dialingRegion = keepsCode ? regionFor(form.dialingCode) : offeredRegion;
    },
    chooseDialing(id: string): void {
      const entry = state.dialingCodes.find((one) => one.id === id);
      if (!entry) return;
      state.dialingRegion = entry.id;
      state.form.dialingCode = entry.code;
    },
    chooseSubregion(value: string): void {
      state.form.subregion = value;
      state.isSubregionChosen = true;
    },
    /** SC-092. */
    privacySeen(): void {
      state.privacyViewed = true;
      state.form.privacyViewed = true;
    },
  };
}

export type FormStore = ReturnType<typeof createFormStore>;
