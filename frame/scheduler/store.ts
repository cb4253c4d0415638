import { proxy, ref } from 'valtio/vanilla';
import { createTextReader, type TextReader } from '../text/texts.ts';
import { createAppointment } from './appointmentStore.ts';
import { createAvailability } from './availabilityStore.ts';
import { createBooking } from './bookingStore.ts';
import { toDialingEntries } from './dialing.ts';
import { createFormStore } from './formStore.ts';
import { noConfigErrorCode, noticeWaitMs } from './limits.ts';
import { parseInfo, type SchedulerInfo } from './parseInfo.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import { createProblems } from './problemStore.ts';
import type { ReadSlot } from './readSlots.ts';
import type { Accordian } from './records.ts';
import { schedulerTextSource } from './schedulerTexts.ts';
import { createState } from './state.ts';
import { type SchedulerTextKey, schedulerTexts } from './texts.ts';
import { isKnownZone, subregions, timeZones } from './timeZones.ts';
import { createTopic } from './topicStore.ts';

/** One scheduler: its screens, its form, its appointment (SC-012, SC-013). */
export function createSchedulerStore(ports: InstancePorts, name: SchedulerName) {
  const { clock, log, lifetime } = ports;
  const state = proxy(createState());
  const resource = name.resource || 'any';
  let translations: SchedulerInfo['translations'] = [];
  let loading: Promise<void> | undefined;

  const read: TextReader<SchedulerTextKey> = (key, values) => {
    const { config } = state;
    const source = ports.debugTexts ?? (config ? schedulerTextSource(translations, config) : { find: () => undefined });
    return createTextReader(source, 'scheduler', schedulerTexts)(key, values);
  };

  const problems = createProblems(log, state);
  const { dispatch } = problems;
  const times = createAvailability(ports, state, resource);
  const topic = createTopic(ports, state, () => openSection('CALENDAR'));
  const form = createFormStore(state, topic, openSection);
  const appointment = createAppointment(ports, state, { times, topic, form, problems, read, finishCancel });
  const booking = createBooking(ports, state, resource, { times, topic, form, appointment, problems });

  // --- information ---------------------------------------------------------------------------------------------

  function take(info: SchedulerInfo): void {
    const { config } = info;
    translations = info.translations;
    // In another language it is another prompt (SC-040).
    if (config.languageCode !== state.config?.languageCode) state.prompt = '';
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
    if (!zones.includes(state.form.timezone) && !state.appointment) times.changeZone(zone);
    const { names, first } = subregions(config.stateOrProvinceNames, log);
    state.subregions = ref(names);
    if (!names.includes(state.form.subregion) && !state.appointment) state.form.subregion = first;
    if (state.isEditing) times.offerZone();
    form.offerDialing(config.regionCode);
    if (state.isDisplayed) choosePrompt();
  }

  /** SC-040: chosen once an opening; what is shown does not change while it is. */
  function choosePrompt(): void {
    state.prompt ||= ports.prompt() || read('firstQuestion');
  }

  async function loadOnce(isRetry: boolean): Promise<void> {
    state.isInfoFetching = true;
    try {
      // An appointment says its time whatever becomes of the information.
      const timed = ports.loadTemporal().then(times.timeReady);
      const [source] = await Promise.all([ports.find(name, isRetry), timed]);
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

  // --- the end of one call --------------------------------------------------------------------------------------

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
    booking.forget();
    topic.forget();
    times.clearChosen();
    times.offerZone();
    times.forget();
    times.regroup();
    dispatch({ type: 'ERROR_CLEAR' });
  }

  /** SC-120 to SC-122. */
  function finishCancel(): void {
    startOver();
    if (state.isLanding) state.displayedScreen = 'CONFIRMATION_CANCEL';
    else hide();
  }

  return {
    state,
    name,
    read,
    now: clock.now,
    dispatch,
    load,
    outdate,
    show,
    hide,
    openSection,
    finishCancel,
    startOver,
    times,
    topic,
    submit: booking.submit,
    invalid: form.invalid,
    type: form.type,
    blur: form.blur,
    focusGone: form.focusGone,
    chooseDialing: form.chooseDialing,
    chooseSubregion: form.chooseSubregion,
    privacySeen: form.privacySeen,
    find: appointment.find,
    retryFetch: appointment.retryFetch,
    edit: appointment.edit,
    leaveEdit: appointment.leaveEdit,
    chooseCancel: appointment.chooseCancel,
    keepAppointment: appointment.keepAppointment,
    submitSurvey: appointment.submitSurvey,
    setReason: appointment.setReason,
    setComment: appointment.setComment,
    appointmentSpan: appointment.appointmentSpan,
    calendarEvent: appointment.calendarEvent,
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
    async continueQuestion(): Promise<void> {
      state.touched.question = true;
      if (state.form.question.trim() === '') form.wishFocus('question');
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
  };
}

export type SchedulerStore = ReturnType<typeof createSchedulerStore>;
