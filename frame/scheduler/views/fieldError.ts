import type { SchedulerState } from '../state.ts';
import type { SchedulerStore } from '../store.ts';
import type { SchedulerTextKey } from '../texts.ts';
import type { CheckedField } from '../validateForm.ts';

/** SC-089: the error below an invalid field that was left or submitted. */
export function fieldError(
  store: SchedulerStore,
  touched: Readonly<SchedulerState['touched']>,
  field: CheckedField,
): string | undefined {
  if (!touched[field] || !store.invalid().includes(field)) return undefined;
  return store.read(`error${field.charAt(0).toUpperCase()}${field.slice(1)}` as SchedulerTextKey);
}
