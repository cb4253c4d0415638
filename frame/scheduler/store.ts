import { proxy } from 'valtio/vanilla';
import type { Lazy } from '../platform/lazy.ts';
import { createAvailability } from './availabilityStore.ts';
import type { BookedCall, CreateBookedCall } from './bookedCallStore.ts';
import { createFormStore } from './formStore.ts';
import { createInfo } from './infoStore.ts';
import { maxFieldLength, noConfigErrorCode } from './limits.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import { showNotice } from './privacyNotice.ts';
import { createProblems } from './problemStore.ts';
import type { ReadSlot } from './readSlots.ts';
import type { Accordian } from './records.ts';
import { createState, type Problem } from './state.ts';
import { createTopic } from './topicStore.ts';

export interface StorePorts extends InstancePorts {
  /** The part that books, finds, changes and cancels a call. */
  readonly bookedCall: Lazy<CreateBookedCall>;
}

/** The next opening still offers Try again, or says that the call may be booked. */
const keptProblems: readonly Problem[] = ['unreachable', 'timedOut', 'changeTimedOut'];

/** One scheduler: its screens, form and appointment (SC-012, SC-013). Each part has its own file. */
export function createSchedulerStore(ports: StorePorts, name: SchedulerName) {
  const { clock, log } = ports;
  const state = proxy(createState());

  const problems = createProblems(log, state);
  const { dispatch, fail } = problems;
  const times = createAvailability(ports, state, name.resource || 'any');
  const topic = createTopic(ports, state, () => openSection('CALENDAR'));
  const form = createFormStore(ports, state, topic, openSection);
  const info = createInfo(ports, name, state, times, form);
  let created: BookedCall | undefined;
  /** The visitor has left. */
  let isAbandoned = false;

  /** The call of this scheduler. Undefined until its code has been downloaded; no screen of a call is shown before. */
  function bookedCall(): BookedCall | undefined {
    created ??= ports.bookedCall.peek()?.(ports, state, {
      ...{ name, times, topic, form, problems, hide, read: info.read, isAbandoned: () => isAbandoned },
    });
    return created;
  }

  /** Runs a task of the call, once its code has been downloaded. `sentence` and `problem`: what is said if it cannot be. */
  async function withBookedCall(
    task: (call: BookedCall) => Promise<void>,
    sentence: string,
    problem: Problem,
  ): Promise<void> {
    if (!bookedCall()) {
      dispatch({ type: 'ERROR_CLEAR' });
      state.isSubmitting = true;
      try {
        await ports.bookedCall.get();
      } catch (error) {
        fail(error, sentence, problem);
      }
      state.isSubmitting = false;
    }
    const call = bookedCall();
    if (call && !isAbandoned) await task(call);
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
    state.prompt = '';
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
    state.displayedScreen = 'DETAILS';
    state.confirmationNumber = text.trim().slice(0, maxFieldLength);
    await withBookedCall((call) => call.load(), 'The appointment could not be loaded.', 'unreachable');
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
    /** Loads an appointment by its confirmation number. */
    find,
    /** SC-102: repeats only the fetch. */
    retryFetch: (): Promise<void> => find(state.confirmationNumber),
    async submit(): Promise<void> {
      if (state.isSubmitting) return;
      await withBookedCall((call) => call.submit(), 'The call could not be booked.', 'failed');
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
