import { proxy, ref } from 'valtio/vanilla';
import type { Lazy } from '../platform/lazy.ts';
import { createAvailability } from './availabilityStore.ts';
import type { BookedCall, CreateBookedCall } from './bookedCallStore.ts';
import { parseConfirmationNumber } from './confirmationNumber.ts';
import { createFormStore } from './formStore.ts';
import { createInfo } from './infoStore.ts';
import { maxFieldLength, noConfigErrorCode } from './limits.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import { showNotice } from './privacyNotice.ts';
import { createProblems } from './problemStore.ts';
import type { ReadSlot } from './readSlots.ts';
import type { Accordian } from './records.ts';
import { createState, keptProblems, type Problem } from './state.ts';
import { createTopic } from './topicStore.ts';

export interface StorePorts extends InstancePorts {
  /** The code that books, finds, changes and cancels a call. It is in the file of the sections after the question. */
  readonly bookedCall: Lazy<CreateBookedCall>;
}

/** One scheduler: its screens, form and appointment (SC-012, SC-013). Each part has its own file. */
export function createSchedulerStore(ports: StorePorts, name: SchedulerName) {
  const { clock, log } = ports;
  const state = proxy({ ...createState(), textLocale: ref({ ...ports.textLocale() }) });

  const problems = createProblems(log, state);
  const { dispatch, fail } = problems;
  const times = createAvailability(ports, state, name.resource || 'any');
  const topic = createTopic(ports, state, () => openSection('CALENDAR'));
  const form = createFormStore(ports, state, topic, openSection);
  const info = createInfo(ports, name, state, times, form);
  let call: BookedCall | undefined;
  /** The visitor has left. */
  let isAbandoned = false;

  /** The call of this scheduler. Undefined until its code has been downloaded; no screen of a call is shown before that. */
  function bookedCall(): BookedCall | undefined {
    call ??= ports.bookedCall.peek()?.(ports, state, {
      ...{ name, times, topic, form, problems, hide, read: info.read, isAbandoned: () => isAbandoned },
    });
    return call;
  }

  /** Undefined if the download fails, which the visitor reads as this problem, or if the visitor has left meanwhile. */
  async function downloadBookedCall(sentence: string, problem: Problem): Promise<BookedCall | undefined> {
    state.isSubmitting = true;
    try {
      await ports.bookedCall.get();
    } catch (error) {
      fail(error, sentence, problem);
    } finally {
      state.isSubmitting = false;
    }
    return isAbandoned ? undefined : bookedCall();
  }

  function show(): void {
    state.isDisplayed = true;
    state.hasDisplayed = true;
    state.cancelled = undefined;
    if (state.info === 'ready') info.choosePrompt();
    form.prefill();
    showNotice(ports, state);
    void times.refresh();
  }

  function hide(): void {
    state.isDisplayed = false;
    info.forgetPrompt();
    const { problem } = state;
    if (problem && keptProblems.includes(problem)) return;
    dispatch({ type: 'ERROR_CLEAR' });
    // There are no details to show.
    if (problem === 'notFound') startOver();
  }

  function openSection(section: Accordian): void {
    if (section === 'COGNITIVE' && !state.cognitiveClassification) return;
    if (state.displayedAccordian !== section && section === 'COGNITIVE') topic.reopen();
    state.displayedAccordian = section;
    if (section === 'CALENDAR' && state.info === 'ready') void times.lookupIfChanged().then(times.refresh);
    if (section !== 'CONTACT_INFO') return;
    void form.loadDomains();
    ports.bookedCall.prefetch();
  }

  function startOver(): void {
    if (state.displayedScreen === 'DETAILS' && !state.appointment) {
      // No call was found, so the form is as the visitor has left it.
      state.displayedScreen = 'FORM';
      state.confirmationNumber = '';
      dispatch({ type: 'ERROR_CLEAR' });
    } else {
      bookedCall()?.startNext();
    }
  }

  async function find(text: string): Promise<void> {
    if (state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    const number = parseConfirmationNumber(text);
    state.displayedScreen = 'DETAILS';
    state.confirmationNumber = number ?? text.trim().slice(0, maxFieldLength);
    if (number === undefined) {
      log.warn('The confirmation number is invalid.');
      state.problem = 'notFound';
      return;
    }
    const found = bookedCall() ?? (await downloadBookedCall('The appointment could not be loaded.', 'unreachable'));
    await found?.load();
  }

  return {
    ...form,
    ...info,
    bookedCall,
    state,
    name,
    now: clock.now,
    dispatch,
    show,
    hide,
    openSection,
    startOver(): void {
      // The answer to a call in progress would replace the next question.
      if (!state.isSubmitting) startOver();
    },
    times,
    topic,
    /** Loads an appointment by its confirmation number (SC-109, SC-115, SC-131), but not while another call is in progress. */
    find,
    /** SC-102: repeats only the fetch. */
    retryFetch: (): Promise<void> => find(state.confirmationNumber),
    async submit(): Promise<void> {
      if (state.isSubmitting) return;
      const wanted = bookedCall() ?? (await downloadBookedCall('The call could not be booked.', 'failed'));
      await wanted?.submit();
    },
    abandon(): void {
      isAbandoned = true;
    },
    setLanding(isLanding: boolean): void {
      state.isLanding = isLanding;
    },
    setClientUrl(clientUrl: typeof state.clientUrl): void {
      state.clientUrl = clientUrl;
    },
    /** The form was requested, but the page has no scheduler (SC-017, SC-141). */
    noConfig(): void {
      state.info = 'none';
      dispatch({ type: 'ERROR', payload: { code: noConfigErrorCode } });
    },
    async continueQuestion(): Promise<void> {
      state.touched.question = true;
      if (state.form.question.trim() === '') form.requestFocus('question');
      else await topic.next();
    },
    chooseDay(date: string): void {
      state.shownDate = date;
    },
    chooseSlot(slot: ReadSlot): void {
      times.choose(slot);
      if (state.problem === 'taken') dispatch({ type: 'ERROR_CLEAR' });
    },
    /** Chooses a free time near the taken one, and returns to the contact details. */
    chooseNearest(slot: ReadSlot): void {
      dispatch({ type: 'ERROR_CLEAR' });
      times.choose(slot);
      times.regroup();
      openSection('CONTACT_INFO');
    },
    chooseHours(hours: typeof state.hours): void {
      state.hours = hours;
    },
    /** The visitor has read that the call is cancelled. */
    dismissCancelled(): void {
      state.cancelled = undefined;
    },
  };
}

export type SchedulerStore = ReturnType<typeof createSchedulerStore>;
