import { proxy, ref } from 'valtio/vanilla';
import { createAppointment } from './appointmentStore.ts';
import { createAvailability } from './availabilityStore.ts';
import { createBooking } from './bookingStore.ts';
import { createCancellation } from './cancellationStore.ts';
import { createFormStore } from './formStore.ts';
import { createInfo } from './infoStore.ts';
import { createKeptInput } from './keptInput.ts';
import { noConfigErrorCode } from './limits.ts';
import { startNextCall } from './nextCall.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import { showNotice } from './privacyNotice.ts';
import { createProblems } from './problemStore.ts';
import type { ReadSlot } from './readSlots.ts';
import type { Accordian } from './records.ts';
import { createState } from './state.ts';
import { createTopic } from './topicStore.ts';

/** One scheduler: its screens, form and appointment (SC-012, SC-013). Each part has its own file. */
export function createSchedulerStore(ports: InstancePorts, name: SchedulerName) {
  const { clock, log } = ports;
  const state = proxy(createState());
  const resource = name.resource || 'any';

  const problems = createProblems(log, state);
  const { dispatch } = problems;
  const times = createAvailability(ports, state, resource);
  const topic = createTopic(ports, state, () => openSection('CALENDAR'));
  const form = createFormStore(ports, state, topic, openSection);
  const info = createInfo(ports, name, state, times, form);
  const cancellation = createCancellation(ports, state, problems, finishCancel, (uncertain) =>
    appointment.find(state.confirmationNumber, uncertain),
  );
  const input = createKeptInput(state);
  const appointment = createAppointment(ports, state, {
    ...{ times, topic, form, input, problems, cancellation, read: info.read, name },
  });
  const booking = createBooking(ports, state, resource, { times, topic, form, appointment, problems });

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
    // The next opening still offers Try again, or says that the call may be booked.
    if (problem && /unreachable|timedOut/i.test(problem)) return;
    dispatch({ type: 'ERROR_CLEAR' });
    // There are no details to show.
    if (problem === 'notFound') startOver();
  }

  function openSection(section: Accordian): void {
    if (section === 'COGNITIVE' && !state.cognitiveClassification) return;
    if (state.displayedAccordian !== section && section === 'COGNITIVE') topic.reopen();
    state.displayedAccordian = section;
    if (section === 'CALENDAR' && state.info === 'ready') void times.lookupIfChanged().then(times.refresh);
    if (section === 'CONTACT_INFO') void form.loadDomains();
  }

  function startOver(): void {
    if (state.displayedScreen === 'DETAILS' && !state.appointment) {
      // No call was found, so the form is as the visitor has left it.
      state.displayedScreen = 'FORM';
      state.confirmationNumber = '';
    } else {
      startNextCall(state, times, topic, booking, input);
    }
    state.cancelled = undefined;
    dispatch({ type: 'ERROR_CLEAR' });
  }

  /** Runs after a cancellation: hides the scheduler, or confirms in landing mode (SC-120 to SC-122). */
  function finishCancel(): void {
    const span = appointment.appointmentSpan();
    const event = appointment.calendarEvent({ isCancelled: true });
    startOver();
    if (span && event) state.cancelled = ref({ span, event });
    if (state.isLanding) state.displayedScreen = 'CONFIRMATION_CANCEL';
    else hide();
  }

  /** The answer to a call in progress would replace the next question. */
  const unlessSubmitting = (act: () => void) => (): void => {
    if (!state.isSubmitting) act();
  };

  return {
    ...form,
    ...info,
    ...appointment,
    ...cancellation,
    state,
    name,
    now: clock.now,
    dispatch,
    show,
    hide,
    openSection,
    finishCancel: unlessSubmitting(finishCancel),
    startOver: unlessSubmitting(startOver),
    times,
    topic,
    submit: booking.submit,
    abandon: booking.abandon,
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
