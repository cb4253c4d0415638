// A long file: one instance's actions are read as one story, from opening to the cancellation survey.
import { proxy, ref } from 'valtio/vanilla';
import { isWidgetError } from '../platform/errors.ts';
import { createTextReader, type TextReader } from '../text/texts.ts';
import { type Booking, fromAppointment, toBooking } from './appointment.ts';
import { createAvailability } from './availabilityStore.ts';
import type { CalendarEvent } from './calendarFile.ts';
import { parseConfirmationNumber } from './confirmationNumber.ts';
import { defaultDialing, regionOfCode, toDialingEntries } from './dialing.ts';
import { errorCodeOf, toErrorCode } from './errorCode.ts';
import { fitText } from './fitText.ts';
import {
  commentMaxLength,
  defaultZone,
  fieldMaxLength,
  noConfigErrorCode,
  noticeWaitMs,
  questionMaxLength,
} from './limits.ts';
import { parseInfo, type SchedulerInfo } from './parseInfo.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import { type ReadSlot, toInstantMs } from './readSlots.ts';
import type { Accordian, Appointment, SchedulerForm } from './records.ts';
import { schedulerTextSource } from './schedulerTexts.ts';
import { createState, type Problem } from './state.ts';
import { type SchedulerTextKey, schedulerTexts } from './texts.ts';
import { isKnownZone, subregions, timeZones } from './timeZones.ts';
import { createTopic } from './topicStore.ts';
import { type CheckedField, checkedFields, invalidFields, sectionOf } from './validateForm.ts';

/** Fields a visitor types into. */
export type TypedField = 'question' | 'firstName' | 'lastName' | 'company' | 'email' | 'phoneNumber';

export type SchedulerEvent = { readonly type: 'ERROR'; readonly payload?: unknown } | { readonly type: 'ERROR_CLEAR' };

/** A booking as it was sent, with its idempotency key. */
interface Attempt {
  readonly key: string;
  readonly payload: Booking;
}

/** No host said yes or no: what was asked for may have been done. */
function isUnanswered(error: unknown): boolean {
  if (!isWidgetError(error) || error.status !== undefined) return false;
  return error.code === 'CALL_TIMEOUT' || error.code === 'CALL_FAILED';
}

function isGone(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 404 || error.status === 410);
}

/** One scheduler: its screens, its form, its appointment (SC-012, SC-013). */
export function createSchedulerStore(ports: InstancePorts, name: SchedulerName) {
  const { api, clock, log, lifetime, deployment } = ports;
  const state = proxy(createState());
  const resource = name.resource || 'any';
  const times = createAvailability(ports, state, resource);
  const topic = createTopic(ports, state, () => openSection('CALENDAR'));
  let translations: SchedulerInfo['translations'] = [];
  /** What was sent since the last success, by what the visitor asked for (REL-29). */
  const attempts = new Map<string, Attempt>();
  /** A deletion was sent and not answered: it may have been done. */
  let isRemovalUnanswered = false;
  let loading: Promise<void> | undefined;
  /** The dialing entry's region as it was preselected. */
  let offeredRegion = '';

  const read: TextReader<SchedulerTextKey> = (key, values) => {
    const { config } = state;
    const source = ports.debugTexts ?? (config ? schedulerTextSource(translations, config) : { find: () => undefined });
    return createTextReader(source, 'scheduler', schedulerTexts)(key, values);
  };

  /** SC-143, SC-144. */
  function dispatch(event: SchedulerEvent): void {
    if (event.type === 'ERROR') {
      state.errorCode = toErrorCode(event.payload);
      state.isSubmitting = false;
      return;
    }
    state.errorCode = '';
    state.problem = undefined;
  }

  /** SC-139: every failed call leaves a code and a warning; a sentence of its own where there is one. */
  function fail(error: unknown, sentence: string, problem?: Problem): void {
    log.warn(sentence, error);
    state.problem = problem;
    dispatch({ type: 'ERROR', payload: { code: errorCodeOf(error) } });
  }

  // --- information ---------------------------------------------------------------------------------------------

  function take(info: SchedulerInfo): void {
    const { config } = info;
    translations = info.translations;
    state.config = ref(config);
    state.classifications = ref(info.classifications);
    state.dialingCodes = ref(toDialingEntries(info.dialing, `${config.languageCode}-${config.regionCode}`));
    const { zones, zone } = timeZones(
      config.appointmentTimeZones,
      config.appointmentTimeZonePreferred,
      isKnownZone,
      log,
    );
    state.zones = ref(zones);
    if (!zones.includes(state.form.timezone) && !state.appointment) state.form.timezone = zone;
    const { names, first } = subregions(config.stateOrProvinceNames, log);
    state.subregions = ref(names);
    if (!names.includes(state.form.subregion) && !state.appointment) state.form.subregion = first;
    if (state.isEditing) times.offerZone();
    // A country that nobody chose or typed a number of follows the place (SC-078).
    const isOpen = state.dialingRegion === offeredRegion && state.form.phoneNumber === '' && !state.appointment;
    if (state.dialingRegion === '' || isOpen) {
      const dialing = defaultDialing(state.dialingCodes, config.regionCode);
      state.dialingRegion = dialing.regionCode;
      offeredRegion = dialing.regionCode;
      if (!state.appointment) state.form.dialingCode = dialing.code;
    }
    if (state.isDisplayed) choosePrompt();
  }

  /** SC-040: chosen once an opening; what is shown does not change while it is. */
  function choosePrompt(): void {
    state.prompt ||= ports.prompt() || read('firstQuestion');
  }

  async function loadOnce(isRetry: boolean): Promise<void> {
    state.isInfoFetching = true;
    try {
      const [temporal, source] = await Promise.all([ports.loadTemporal(), ports.find(name, isRetry)]);
      times.timeReady(temporal);
      const info = source && parseInfo(source);
      if (info) take(info);
      else log.warn('There is no scheduler for this page.');
      state.info = info ? 'ready' : 'none';
    } catch (error) {
      log.warn('The scheduler could not be loaded.', error);
      state.info = 'failed';
    } finally {
      state.isInfoFetching = false;
    }
    if (state.info !== 'ready') return;
    times.forget();
    if (state.displayedAccordian === 'CALENDAR') void times.lookup();
    else void times.prefill();
  }

  /** Never rejects: the outcome is `state.info` (SC-028, SC-031). `again`: a load under way may be about another place. */
  function load(options: { readonly isRetry?: boolean; readonly again?: boolean } = {}): Promise<void> {
    if (state.info === 'ready' && !options.again) return Promise.resolve();
    if (loading && !options.again) return loading;
    const once = (): Promise<void> => loadOnce(options.isRetry === true);
    const begun = loading ? loading.then(once) : once();
    loading = begun;
    return begun.finally(() => {
      if (loading === begun) loading = undefined;
    });
  }

  /** What is known of it is of another place: the next opening asks again, and what was typed stays. */
  function outdate(): void {
    if (loading) void load({ again: true });
    else state.info = 'idle';
  }

  // --- opening -------------------------------------------------------------------------------------------------

  /** SC-091. */
  function awaitNotice(): void {
    if (state.noticeAvailable) return;
    const show = (isBuiltIn: boolean): void => {
      if (state.noticeAvailable) return;
      state.isNoticeBuiltIn = isBuiltIn;
      state.noticeAvailable = true;
    };
    if (!ports.whenNoticeReady) {
      show(true);
      return;
    }
    const forget = lifetime.add(clock.after(noticeWaitMs, () => show(true)));
    ports
      .whenNoticeReady()
      .then(
        () => show(false),
        (error) => {
          log.warn('The privacy notice could not be loaded.', error);
          show(true);
        },
      )
      .finally(forget);
  }

  function show(): void {
    state.isDisplayed = true;
    state.hasDisplayed = true;
    if (state.info === 'ready') choosePrompt();
    awaitNotice();
  }

  function hide(): void {
    state.isDisplayed = false;
    state.prompt = '';
    dispatch({ type: 'ERROR_CLEAR' });
  }

  function openSection(section: Accordian): void {
    if (section === 'COGNITIVE' && !state.cognitiveClassification) return;
    if (state.displayedAccordian !== section && section === 'COGNITIVE') topic.reopen();
    state.displayedAccordian = section;
    if (section === 'CALENDAR' && state.info === 'ready') void times.lookupIfChanged();
  }

  // --- form ----------------------------------------------------------------------------------------------------

  const region = (): string => state.dialingRegion || state.config?.regionCode || '';
  const invalid = (): readonly CheckedField[] => invalidFields(state.form, region());

  function wishFocus(field: CheckedField): void {
    openSection(sectionOf(field));
    state.focusWish = { field, count: (state.focusWish?.count ?? 0) + 1 };
  }

  function type(field: TypedField, value: string): void {
    state.form[field] = fitText(value, field === 'question' ? questionMaxLength : fieldMaxLength);
    if (field === 'question') topic.questionChanged();
  }

  function fill(appointment: Appointment): void {
    const codes = state.dialingCodes.map(({ code }) => code);
    const form: SchedulerForm = fromAppointment(appointment, codes, state.privacyViewed);
    Object.assign(state.form, form);
    state.dialingRegion = regionOfCode(state.dialingCodes, form.dialingCode, region()) || region();
    const { confirmationNumber, startDateTime, endDateTime, clientTimezone, expertId } = appointment;
    state.appointment = ref(appointment);
    state.appointmentDetails = { confirmationNumber, startDateTime, endDateTime, clientTimezone, expertId };
    state.isSlotGone = false;
    isRemovalUnanswered = false;
    topic.questionLoaded();
    times.regroup();
  }

  /** A form for the next call: what the visitor is and asks stays, the time and topic do not (SC-123). */
  function startOver(): void {
    state.displayedScreen = 'FORM';
    state.displayedAccordian = 'QUESTION';
    state.isEditing = false;
    state.appointment = undefined;
    state.confirmationNumber = '';
    state.appointmentDetails = undefined;
    state.touched = {};
    state.survey = { reason: '', comment: '', isReasonMissing: false };
    attempts.clear();
    topic.forget();
    times.clearChosen();
    times.offerZone();
    times.forget();
    times.regroup();
    dispatch({ type: 'ERROR_CLEAR' });
  }

  // --- booking -------------------------------------------------------------------------------------------------

  /** The form as it was checked, whatever is typed while the page is asked. */
  async function toPayload(): Promise<Booking | undefined> {
    const { config } = state;
    if (!config) return undefined;
    // The service gets the zone that the times were shown in, also where the form has none (SC-059).
    const form = { ...state.form, timezone: times.zone() };
    const facts = { form, config, expertId: times.expertId(), cognitiveFilterIntent: topic.confirmedLabel() };
    return toBooking({ ...facts, page: await ports.page() });
  }

  /**
   * The same booking asked for again goes out as it did before, with the same key, whatever became of the first answer
   * and whatever the page says of itself by now.
   */
  function attemptOf(number: string, payload: Booking): Attempt {
    const { url, uniquePageId, bluemixAnonId, ibmId, productName, ...asked } = payload;
    const text = JSON.stringify([number, asked]);
    const attempt = attempts.get(text) ?? { key: ports.createId(), payload };
    attempts.set(text, attempt);
    return attempt;
  }

  function book(asked: Booking): Promise<string> {
    const { payload, key } = attemptOf('', asked);
    return api.book(payload, key);
  }

  /** SC-103, SC-104: PUT, and where the rule says so, POST after it; never after silence, which may be a moved call. */
  async function send(asked: Booking): Promise<string> {
    const number = state.confirmationNumber;
    if (number === '') return book(asked);
    const { payload, key } = attemptOf(number, asked);
    try {
      return (await api.edit(number, payload, key)) ?? number;
    } catch (error) {
      const rule = deployment.editFallback;
      const booksAnew = rule === 'always' ? !isUnanswered(error) : rule === 'not-found' && isGone(error);
      if (!booksAnew) throw error;
      log.warn('The appointment could not be changed; it is booked anew.', error);
      return book(asked);
    }
  }

  async function submit(): Promise<void> {
    if (state.isSubmitting) return;
    const [first] = invalid();
    if (first) {
      state.touched = Object.fromEntries(checkedFields.map((field) => [field, true]));
      wishFocus(first);
      return;
    }
    dispatch({ type: 'ERROR_CLEAR' });
    state.isSubmitting = true;
    try {
      const payload = await toPayload();
      if (!payload) {
        state.isSubmitting = false;
        return;
      }
      state.confirmationNumber = await send(payload);
      attempts.clear();
      await booked(payload);
    } catch (error) {
      refused(error);
    } finally {
      state.isSubmitting = false;
    }
  }

  function refused(error: unknown): void {
    if (isWidgetError(error) && error.status === 409) {
      fail(error, 'The chosen time is taken.', 'taken');
      attempts.clear();
      times.clearChosen();
      state.displayedAccordian = 'CALENDAR';
      state.isSlotGone = false;
      void times.lookup();
      return;
    }
    fail(error, 'The call could not be booked.', isUnanswered(error) ? 'timedOut' : undefined);
  }

  /** SC-099, SC-102: DETAILS, with what was sent where the appointment cannot be fetched. */
  async function booked(payload: Booking): Promise<void> {
    const confirmationNumber = state.confirmationNumber;
    try {
      fill({ ...(await api.fetch(confirmationNumber)), confirmationNumber });
    } catch (error) {
      fail(error, 'The booked appointment could not be fetched.', 'detailsIncomplete');
      fill({ ...payload, confirmationNumber, resource });
    }
    state.isEditing = false;
    state.displayedScreen = 'DETAILS';
  }

  // --- details -------------------------------------------------------------------------------------------------

  /** SC-109, SC-115, SC-131. */
  async function find(text: string): Promise<void> {
    dispatch({ type: 'ERROR_CLEAR' });
    const number = parseConfirmationNumber(text);
    state.displayedScreen = 'DETAILS';
    state.confirmationNumber = number ?? text.trim().slice(0, fieldMaxLength);
    if (number === undefined) {
      log.warn('The confirmation number is not one.');
      state.problem = 'notFound';
      return;
    }
    state.isSubmitting = true;
    try {
      fill({ ...(await api.fetch(number)), confirmationNumber: number });
    } catch (error) {
      fail(error, 'The appointment could not be loaded.', state.appointment ? 'detailsIncomplete' : 'notFound');
    } finally {
      state.isSubmitting = false;
    }
  }

  function edit(): void {
    if (!state.appointment || state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isEditing = true;
    state.touched = {};
    fill(state.appointment);
    times.offerZone();
    // A time that cannot be read is not sent back: another one is chosen.
    const isReadable = times.chosenMs() !== undefined && times.chosenEndMs() !== undefined;
    if (times.temporal() && !isReadable) times.clearChosen();
    state.displayedScreen = 'FORM';
    state.displayedAccordian = 'QUESTION';
    times.forget();
  }

  /** SC-105: back to DETAILS as they were; while a change is under way its answer is waited for. */
  function leaveEdit(): void {
    if (!state.appointment || state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isEditing = false;
    fill(state.appointment);
    state.displayedScreen = 'DETAILS';
  }

  // --- cancellation --------------------------------------------------------------------------------------------

  /** SC-119. True when the appointment is cancelled: also when it is gone after a deletion that nobody answered. */
  async function remove(): Promise<boolean> {
    try {
      await api.cancel(state.confirmationNumber);
    } catch (error) {
      if (!isRemovalUnanswered || !isGone(error)) {
        isRemovalUnanswered ||= isUnanswered(error);
        fail(error, 'The appointment could not be cancelled.', 'cancelFailed');
        return false;
      }
      log.warn('The appointment was cancelled before, without an answer.', error);
    }
    isRemovalUnanswered = false;
    state.appointmentDetails = undefined;
    return true;
  }

  async function chooseCancel(): Promise<void> {
    if (state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    if (deployment.cancelOrder === 'on-choose') {
      state.isSubmitting = true;
      const isRemoved = await remove();
      state.isSubmitting = false;
      if (!isRemoved) return;
    }
    state.displayedScreen = 'CANCELLATION_SURVEY';
  }

  async function submitSurvey(): Promise<void> {
    if (state.isSubmitting) return;
    state.survey.isReasonMissing = state.survey.reason === '';
    if (state.survey.isReasonMissing) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isSubmitting = true;
    try {
      // A retry after the survey alone failed finds the appointment gone and sends only the survey (SC-126).
      if (state.appointmentDetails && !(await remove())) return;
      const { reason, comment } = state.survey;
      await api.survey({ confirmationNumber: state.confirmationNumber, reason, comment: comment.trim() });
      finishCancel();
    } catch (error) {
      fail(error, 'The cancellation survey was not taken.', 'surveyFailed');
    } finally {
      state.isSubmitting = false;
    }
  }

  /** SC-120 to SC-122. */
  function finishCancel(): void {
    startOver();
    if (state.isLanding) state.displayedScreen = 'CONFIRMATION_CANCEL';
    else hide();
  }

  /** Start and end of the appointment, in its own zone where the browser knows it (SC-114). */
  function appointmentSpan(): { readonly startMs: number; readonly endMs: number; readonly zone: string } | undefined {
    const T = times.temporal();
    const { appointment } = state;
    if (!T || !appointment) return undefined;
    const zone = isKnownZone(appointment.clientTimezone) ? appointment.clientTimezone : defaultZone;
    const startMs = toInstantMs(T, appointment.startDateTime, zone);
    if (startMs === undefined) return undefined;
    return { startMs, endMs: toInstantMs(T, appointment.endDateTime, zone) ?? startMs, zone };
  }

  return {
    state,
    name,
    read,
    appointmentSpan,
    /** For the visitor's own calendar. */
    calendarEvent(): CalendarEvent | undefined {
      const span = appointmentSpan();
      if (!span || !state.appointment) return undefined;
      return {
        ...span,
        uid: `${state.confirmationNumber}@contact-widget`,
        stampMs: clock.now(),
        title: read('eventTitle'),
        description: `${read('confirmation')}: ${state.confirmationNumber}\n${state.appointment.clientQuestion}`,
        url: '',
      };
    },
    dispatch,
    load,
    outdate,
    show,
    hide,
    openSection,
    invalid,
    type,
    submit,
    find,
    edit,
    leaveEdit,
    chooseCancel,
    submitSurvey,
    finishCancel,
    startOver,
    times,
    topic,
    setLanding(isLanding: boolean): void {
      state.isLanding = isLanding;
    },
    setClientUrl(clientUrl: typeof state.clientUrl): void {
      state.clientUrl = clientUrl;
    },
    /** SC-017, SC-141. */
    noConfig(): void {
      state.info = 'none';
      dispatch({ type: 'ERROR', payload: { code: noConfigErrorCode } });
    },
    blur(field: CheckedField): void {
      state.touched[field] = true;
    },
    async continueQuestion(): Promise<void> {
      state.touched.question = true;
      if (state.form.question.trim() === '') wishFocus('question');
      else await topic.next();
    },
    chooseZone: times.chooseZone,
    chooseDay(date: string): void {
      state.shownDate = date;
    },
    chooseView(view: typeof state.calendarView): void {
      state.calendarView = view;
    },
    chooseSlot(slot: ReadSlot): void {
      times.choose(slot);
      state.isSlotGone = false;
      if (state.problem === 'taken') dispatch({ type: 'ERROR_CLEAR' });
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
    /** SC-118: nothing was sent yet, the appointment stands. */
    keepAppointment(): void {
      if (state.isSubmitting) return;
      dispatch({ type: 'ERROR_CLEAR' });
      state.displayedScreen = 'DETAILS';
    },
    setReason(reason: string): void {
      state.survey.reason = reason;
      state.survey.isReasonMissing = false;
    },
    setComment(comment: string): void {
      state.survey.comment = fitText(comment, commentMaxLength);
    },
    /** SC-102: repeats only the fetch. */
    async retryFetch(): Promise<void> {
      if (!state.isSubmitting) await find(state.confirmationNumber);
    },
  };
}

export type SchedulerStore = ReturnType<typeof createSchedulerStore>;
