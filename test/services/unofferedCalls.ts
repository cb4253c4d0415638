import { isRecord } from '../../bridge/guards.ts';
import { clientUrlOf } from '../../frame/scheduler/clientUrl.ts';

/**
 * The calls in an answer of the contact service that a deployment without a scheduler service does not offer, a sentence for
 * each purpose. A call that is booked on another site needs no such service.
 */
export function unofferedCalls(answer: unknown): readonly string[] {
  const entries = listOf(answer, 'contactInformationBundles').flatMap((bundle) =>
    listOf(bundle, 'schedulingInformation'),
  );
  const purposes = entries
    .filter((entry) => isRecord(entry) && clientUrlOf(entry) === undefined)
    .map((entry) => (isRecord(entry) && typeof entry.purpose === 'string' ? entry.purpose : ''));
  return [...new Set(purposes)].map(
    (purpose) =>
      `The call with the purpose "${purpose}" is not offered, because the deployment has no "scheduler" section.`,
  );
}

function listOf(value: unknown, member: string): readonly unknown[] {
  const list = isRecord(value) ? value[member] : undefined;
  return Array.isArray(list) ? list : [];
}
