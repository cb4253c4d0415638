import { isAddress } from '../text/isUrl.ts';
import { phoneText } from '../text/phoneText.ts';
import type { ContactBundle, SchedulingInformation } from './bundle.ts';
import { slotHidingMs } from './limits.ts';

export interface PhoneNumber {
  readonly number: string;
  readonly formatted: string;
  readonly info: string | undefined;
}

/** The bundle's phone numbers, lowest priority code first (SH-063). */
export function phoneNumbers(bundle: ContactBundle): PhoneNumber[] {
  const codeOf = (item: ContactBundle['phoneInformation'][number]): number => {
    const code = Number(item.priority?.priorityCode ?? Number.NaN);
    return Number.isNaN(code) ? Number.MAX_VALUE : code;
  };
  return bundle.phoneInformation
    .toSorted((one, other) => codeOf(one) - codeOf(other))
    .map(({ phone, phoneNumberInfo }) => ({
      number: phone.phoneNumber,
      formatted: phoneText(phone.phoneNumberFormatted || phone.phoneNumber),
      info: phoneNumberInfo,
    }));
}

/**
 * Whether the menu shows this scheduling entry. An entry that books on another site always opens. Any other needs a scheduler
 * service in the deployment, and is hidden if it recently reported no available slots (SH-057, SC-026, SC-027).
 */
export function isSchedulerAvailable(config: SchedulingInformation, nowMs: number, hasScheduler = true): boolean {
  if (config.clientURL || !hasScheduler) return Boolean(config.clientURL);
  if (config.availableSlots !== 0) return true;
  const asOfMs = new Date(config.availableSlotsAsOf ?? Number.NaN).getTime();
  return Number.isNaN(asOfMs) || nowMs - asOfMs >= slotHidingMs;
}

/** The menu shows an invalid address as text. Everything else ignores it (SH-114). */
const isUsable = (address: string | undefined): boolean => address !== undefined && isAddress(address);

export interface ContactPoints {
  /** The first usable e-mail address, else the first usable contact form. */
  readonly emailUrl: string | undefined;
  readonly phoneNumber: string | undefined;
  readonly schedulerPurpose: string | undefined;
}

/** The contact points that a page link, an invitation or a failed chat leads to. */
export function contactPointsOf(
  bundle: ContactBundle | undefined,
  switchedOff: readonly string[],
  nowMs: number,
  hasScheduler = true,
): ContactPoints {
  const isOn = (channel: string): boolean => !switchedOff.includes(channel);
  const emails = (isOn('email') && bundle?.emailInformation) || [];
  return {
    emailUrl: emails.map(({ url }) => url).find(isUsable) ?? emails.map(({ link }) => link).find(isUsable),
    phoneNumber: bundle && isOn('phone') ? phoneNumbers(bundle)[0]?.number : undefined,
    schedulerPurpose: isOn('scheduler')
      ? bundle?.schedulingInformation.find((config) => isSchedulerAvailable(config, nowMs, hasScheduler))?.purpose
      : undefined,
  };
}
