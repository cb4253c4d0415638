import { isAddress } from '../text/isUrl.ts';
import type { ContactBundle, SchedulingInformation } from './bundle.ts';
import { slotHidingMs } from './limits.ts';

export interface PhoneNumber {
  readonly number: string;
  readonly formatted: string;
  readonly info: string | undefined;
}

/** SH-063: lowest priority code first. */
export function phoneNumbers(bundle: ContactBundle): PhoneNumber[] {
  const codeOf = (item: ContactBundle['phoneInformation'][number]): number => {
    const code = Number(item.priority?.priorityCode ?? Number.NaN);
    return Number.isNaN(code) ? Number.POSITIVE_INFINITY : code;
  };
  return bundle.phoneInformation
    .toSorted((one, other) => (codeOf(one) === codeOf(other) ? 0 : codeOf(one) - codeOf(other)))
    .map(({ phone, phoneNumberInfo }) => ({
      number: phone.phoneNumber,
      formatted: phone.phoneNumberFormatted || phone.phoneNumber,
      info: phoneNumberInfo,
    }));
}

/** SH-057, SC-026, SC-027: hidden while its service says it has no slots, unless it books elsewhere. */
export function isSchedulerOffered(config: SchedulingInformation, nowMs: number): boolean {
  if (config.clientURL || config.availableSlots !== 0) return true;
  const asOfMs = toMs(config.availableSlotsAsOf);
  return Number.isNaN(asOfMs) || nowMs - asOfMs >= slotHidingMs;
}

function toMs(asOf: string | number | undefined): number {
  return typeof asOf === 'number' ? asOf : Date.parse(asOf ?? '');
}

/** An address that is none is shown in the menu, as text, and offered nowhere else (SH-114). */
const leads = (address: string | undefined): boolean => address !== undefined && isAddress(address);

export interface Offers {
  /** The first e-mail's address, else the first contact form's. */
  readonly emailUrl: string | undefined;
  readonly phoneNumber: string | undefined;
  readonly schedulerPurpose: string | undefined;
}

/** The ways to make contact that a link, an invitation or a failed chat falls back on; the menu shows them all. */
export function offersOf(bundle: ContactBundle | undefined, switchedOff: readonly string[], nowMs: number): Offers {
  const isOn = (channel: string): boolean => !switchedOff.includes(channel);
  const emails = (isOn('email') && bundle?.emailInformation) || [];
  return {
    emailUrl: emails.map(({ url }) => url).find(leads) ?? emails.map(({ link }) => link).find(leads),
    phoneNumber: bundle && isOn('phone') ? phoneNumbers(bundle)[0]?.formatted : undefined,
    schedulerPurpose: isOn('scheduler')
      ? bundle?.schedulingInformation.find((config) => isSchedulerOffered(config, nowMs))?.purpose
      : undefined,
  };
}
