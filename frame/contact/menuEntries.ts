import type { SwitchableChannel } from '../host/pageConfig.ts';
import type { ContactBundle, SchedulingInformation } from './bundle.ts';
import { isSchedulerAvailable, type PhoneNumber, phoneNumbers } from './contactPoints.ts';
import type { SmsNumber } from './sms/smsNumber.ts';

/** One block of the channel menu (SH-053). */
export type MenuEntry =
  | {
      readonly id: string;
      readonly type: 'link';
      readonly purpose: string;
      readonly href: string;
      readonly text: string | undefined;
    }
  | {
      readonly id: string;
      readonly type: 'form';
      readonly purpose: string;
      readonly href: string;
      readonly text: string | undefined;
    }
  | {
      readonly id: string;
      readonly type: 'scheduler';
      readonly purpose: string;
      readonly config: SchedulingInformation;
    }
  | { readonly id: 'phone'; readonly type: 'phone'; readonly purpose: string; readonly numbers: readonly PhoneNumber[] }
  | {
      readonly id: string;
      readonly type: 'email';
      readonly purpose: string;
      readonly href: string;
      readonly text: string | undefined;
    }
  | {
      readonly id: string;
      readonly type: 'support';
      readonly purpose: string;
      readonly service: string;
      readonly skill: string;
      readonly text: string | undefined;
    }
  | {
      readonly id: string;
      readonly type: 'sms';
      readonly purpose: string;
      readonly number: string;
      readonly label?: string | undefined;
      readonly href?: string | undefined;
    }
  | { readonly id: 'chat'; readonly type: 'chat'; readonly purpose: string; readonly isReturn: boolean };

export type MenuEntryType = MenuEntry['type'];

export interface MenuFacts {
  readonly bundle: ContactBundle;
  readonly order: 'default' | 'call-first';
  readonly nowMs: number;
  /** Channels that the page switched off (SH-058). */
  readonly switchedOff: readonly SwitchableChannel[];
  /** Whether the deployment names a scheduler service. Default: true. */
  readonly hasScheduler?: boolean;
  /** Whether chat can start or is on stand-by (SH-065). */
  readonly isChatListed: boolean;
  /** Whether there is a conversation to return to (SH-062). */
  readonly hasConversation: boolean;
  readonly chatPurpose: string;
  /** Routing's replacement for the bundle's SMS number (CH-160). */
  readonly sms?: SmsNumber | undefined;
}

/** The two orders of the menu (SH-054, SH-055). All entries of one type are next to each other. */
const orders = {
  default: ['link', 'form', 'scheduler', 'phone', 'email', 'support', 'sms', 'chat'],
  'call-first': ['link', 'form', 'support', 'phone', 'email', 'scheduler', 'sms', 'chat'],
} as const satisfies Record<MenuFacts['order'], readonly MenuEntryType[]>;

export function menuEntries(facts: MenuFacts): readonly MenuEntry[] {
  const all = allEntries(facts);
  const sorted = orders[facts.order].flatMap((type) => all.filter((entry) => entry.type === type));
  if (!facts.hasConversation) return sorted;
  // The entry that returns to the conversation comes first and replaces the chat entry (SH-062).
  return [
    { id: 'chat', type: 'chat', purpose: facts.chatPurpose, isReturn: true },
    ...sorted.filter((entry) => entry.type !== 'chat'),
  ];
}

function allEntries(facts: MenuFacts): MenuEntry[] {
  const { bundle, switchedOff } = facts;
  const isOn = (channel: SwitchableChannel): boolean => !switchedOff.includes(channel);
  const entries: MenuEntry[] = bundle.customLinks.map(({ purpose, link, linkText }, index) => ({
    id: `link-${index}`,
    type: 'link',
    purpose,
    href: link,
    text: linkText,
  }));

  if (isOn('email')) {
    for (const [index, { purpose, url, link, linkText }] of bundle.emailInformation.entries()) {
      // An item with a link but no url is a contact form (SH-056).
      if (url) entries.push({ id: `email-${index}`, type: 'email', purpose, href: url, text: linkText });
      else if (link) entries.push({ id: `form-${index}`, type: 'form', purpose, href: link, text: linkText });
    }
  }
  if (isOn('scheduler')) {
    for (const [index, config] of bundle.schedulingInformation.entries()) {
      if (isSchedulerAvailable(config, facts.nowMs, facts.hasScheduler)) {
        entries.push({ id: `scheduler-${index}`, type: 'scheduler', purpose: config.purpose, config });
      }
    }
  }
  const numbers = phoneNumbers(bundle);
  if (isOn('phone') && numbers.length > 0) {
    entries.push({ id: 'phone', type: 'phone', purpose: bundle.phoneInformation[0]?.purpose ?? '', numbers });
  }
  // Support is a chat, so switching chat off switches it off too.
  if (isOn('chat')) {
    for (const [index, item] of bundle.supportChatInformation.entries()) {
      entries.push({
        id: `support-${index}`,
        type: 'support',
        purpose: item.purpose,
        service: item.chatService,
        skill: item.chatRoutingCode,
        text: item.linkText,
      });
    }
  }
  const sms = bundle.smsInformation[0];
  const number = facts.sms?.number ?? sms?.phoneNumber.phoneNumber;
  if (number) entries.push({ id: 'sms', type: 'sms', purpose: sms?.purpose ?? '', ...facts.sms, number });
  // A bundle with support chats only has their entries, and no second one for the same service.
  const isOnlySupport = bundle.chatInformation.length === 0 && bundle.supportChatInformation.length > 0;
  if (isOn('chat') && facts.isChatListed && !isOnlySupport) {
    entries.push({ id: 'chat', type: 'chat', purpose: facts.chatPurpose, isReturn: false });
  }
  return entries;
}
