import type { ReadSlot } from './readSlots.ts';
import type { SchedulerForm } from './records.ts';
import type { SchedulerState } from './state.ts';

type FormTime = Readonly<Pick<SchedulerForm, 'selectedTime' | 'selectedTimeEnd'>>;

/** The time chosen in the form. `instantOf` reads a wire time in the form's zone. */
export function createChosenTime(state: SchedulerState, instantOf: (text: string) => number | undefined) {
  const startMs = (form: FormTime = state.form): number | undefined => instantOf(form.selectedTime);
  /** The starts of the times that a failed call may have booked. A service then no longer lists them, or says that they are taken. */
  const uncertain = new Set<number | undefined>();
  const endMs = (): number | undefined => instantOf(state.form.selectedTimeEnd);

  /** The offered slot at the chosen time. If several start then, prefers the one with the same end. */
  function slot(form: FormTime = state.form): ReadSlot | undefined {
    const start = startMs(form);
    if (start === undefined) return undefined;
    const end = instantOf(form.selectedTimeEnd);
    const starting = state.days.flatMap((day) => day.slots).filter((one) => one.startMs === start);
    return starting.find((one) => one.endMs === end) ?? starting[0];
  }

  /** Without a readable end, the end equals the start. */
  function span(form: FormTime = state.form): { readonly startMs: number; readonly endMs: number } | undefined {
    const start = startMs(form);
    return start === undefined ? undefined : { startMs: start, endMs: instantOf(form.selectedTimeEnd) ?? start };
  }

  /**
   * The time as the booking sends it. Keeps the service's text if it means that instant in the form's zone. Anything
   * else becomes UTC: a time without an offset, from a slot in another zone, would be booked hours away.
   */
  function bookingText(text: string, ms: number | undefined): string {
    return ms === undefined || instantOf(text) === ms ? text : new Date(ms).toISOString();
  }

  function take(chosen: ReadSlot): void {
    state.form.selectedTime = bookingText(chosen.startDateTime, chosen.startMs);
    state.form.selectedTimeEnd = bookingText(chosen.endDateTime, chosen.endMs);
  }

  /** Clears the time and the expert who offered it. */
  function clear(): void {
    state.form.selectedAgent = '';
    state.form.selectedTime = '';
    state.form.selectedTimeEnd = '';
  }

  return {
    startMs,
    span,
    isReadable: (): boolean => startMs() !== undefined && endMs() !== undefined,
    slot,
    take,
    clear,
    uncertain,
    /** SC-071: the chosen time stays while its instant is offered, or while it may be the visitor's own. */
    keepIfOffered(): void {
      if (state.form.selectedTime === '' || state.isSubmitting || uncertain.has(startMs())) return;
      const offered = slot();
      if (offered) {
        take(offered);
        state.form.selectedAgent = offered.expertId || state.form.selectedAgent;
        return;
      }
      clear();
      state.isSlotGone = true;
    },
    /** SC-066: the chosen time stays the same instant in the new zone. */
    moveTo(zone: string): void {
      const { form } = state;
      const start = startMs();
      const end = endMs();
      form.timezone = zone;
      form.selectedTime = bookingText(form.selectedTime, start);
      form.selectedTimeEnd = bookingText(form.selectedTimeEnd, end);
    },
  };
}
