import { isRecord } from '../../bridge/guards.ts';
import { parseDestination } from '../../frame/contact/form/inquiry.ts';
import { inquiryMarker, isInquiryAddress } from '../../frame/contact/form/inquiryAddress.ts';

/** The addresses the form in the pane sends to. An answer of the contact service or a contact file names them, at any depth. */
export function inquiryAddresses(answer: unknown): readonly URL[] {
  if (typeof answer === 'string') {
    const destination = isInquiryAddress(answer) ? parseDestination(answer) : undefined;
    return destination?.type === 'post' ? [new URL(destination.path, destination.origin)] : [];
  }
  if (typeof answer !== 'object' || answer === null) return [];
  const ofFile =
    isRecord(answer) && isRecord(answer.form) ? inquiryAddresses(`${inquiryMarker}${answer.form.send}`) : [];
  return [...ofFile, ...Object.values(answer).flatMap(inquiryAddresses)];
}
