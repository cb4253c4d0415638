import { describe, expect, it } from 'vitest';
import { parseContactAnswer } from '../../../frame/contact/answer.ts';
import { readInformation } from '../../../frame/contact/bundle.ts';
import { type MenuEntry, type MenuFacts, menuEntries } from '../../../frame/contact/menuEntries.ts';
import { type SelectionFacts, selectEntry } from '../../../frame/contact/selectEntry.ts';

const nowMs = Date.UTC(2026, 10, 21, 9);

function bundleOf(parts: Record<string, unknown>) {
  const answer = parseContactAnswer({
    contactInformationBundles: [{ key: { languageCode: 'en', regionCode: 'US' }, ...parts }],
  });
  if (!answer) throw new Error('no bundle');
  return readInformation(answer).bundle;
}

const full = {
  customLinks: [{ link: 'https://docs.example.com', linkText: 'Documentation', purpose: 'docs' }],
  emailInformation: [
    { purpose: 'a', link: 'https://www.example.com/form', linkText: 'Form' },
    { purpose: 'b', url: 'mailto:sales@example.com', linkText: 'Write to us' },
  ],
  schedulingInformation: [{ purpose: 'call', availableSlots: 3 }],
  phoneInformation: [{ purpose: 'p', phone: { phoneNumber: '15550100' } }],
  supportChatInformation: [{ startChat: true }, { startChat: true }],
  smsInformation: [{ phoneNumber: { phoneNumber: '+15550199' } }],
  chatInformation: [{ chatService: 'bot', purpose: 'chat' }],
};

const entries = (parts: Record<string, unknown>, more: Partial<MenuFacts> = {}) =>
  menuEntries({
    bundle: bundleOf(parts),
    order: 'default',
    nowMs,
    switchedOff: [],
    isChatOffered: true,
    hasConversation: false,
    chatPurpose: 'chat',
    ...more,
  });

const types = (list: readonly MenuEntry[]) => list.map(({ type }) => type);

describe('menu entries', () => {
  it('[SH-054] stand in the default order', () => {
    expect(types(entries(full))).toEqual([
      'link',
      'form',
      'scheduler',
      'phone',
      'email',
      'support',
      'support',
      'sms',
      'chat',
    ]);
  });

  it('[SH-055] stand call first when the page says so', () => {
    expect(types(entries(full, { order: 'call-first' }))).toEqual([
      'link',
      'form',
      'support',
      'support',
      'phone',
      'email',
      'scheduler',
      'sms',
      'chat',
    ]);
  });

  it('[SH-056] a phone entry needs a number, an email entry a url, a link without url is a form', () => {
    expect(types(entries({ phoneInformation: [{ phone: { phoneNumber: '' } }, { phone: {} }, {}] }))).toEqual(['chat']);
    expect(types(entries({ emailInformation: [{ linkText: 'x' }] }))).toEqual(['chat']);
    expect(types(entries({ emailInformation: [{ link: 'https://www.example.com' }] }))).toEqual(['form', 'chat']);
    expect(types(entries({ emailInformation: [{ url: 'mailto:a@example.com', link: 'x' }] }))).toEqual([
      'email',
      'chat',
    ]);
  });

  it.each([
    [44_999_999, {}, false],
    [45_000_000, {}, true],
    [1_000, { clientURL: 'https://book.example.com' }, true],
    [1_000, { availableSlots: 1 }, true],
  ])('[SH-057] a scheduler without slots as of %i ms ago with %j is offered: %s', (ageMs, more, offered) => {
    const scheduling = { availableSlots: 0, availableSlotsAsOf: new Date(nowMs - ageMs).toISOString(), ...more };
    expect(types(entries({ schedulingInformation: [scheduling] })).includes('scheduler')).toBe(offered);
  });

  it('[SH-057] a scheduler whose date cannot be read is offered', () => {
    const scheduling = { availableSlots: 0, availableSlotsAsOf: 'yesterday' };
    expect(types(entries({ schedulingInformation: [scheduling] }))).toContain('scheduler');
  });

  it.each(['scheduler', 'email', 'phone', 'chat'] as const)('[SH-058] %s can be switched off', (channel) => {
    const list = types(entries(full, { switchedOff: [channel] }));
    expect(list).not.toContain(channel);
    if (channel === 'email') expect(list).not.toContain('form');
  });

  it('[SH-065] chat stands only while it is available or on stand-by', () => {
    expect(types(entries(full, { isChatOffered: false }))).not.toContain('chat');
  });

  it('[SH-065] a bundle without anything gives an empty menu', () => {
    expect(entries({}, { isChatOffered: false })).toEqual([]);
  });

  it('[SH-062] the way back to a conversation stands first, in place of the chat block', () => {
    const list = entries(full, { hasConversation: true });
    expect(list[0]).toMatchObject({ type: 'chat', isReturn: true });
    expect(list.filter(({ type }) => type === 'chat')).toHaveLength(1);
  });

  it('[SH-063] numbers come lowest priority code first, those without a code last', () => {
    const phone = (phoneNumber: string, priorityCode?: unknown) => ({
      phone: { phoneNumber, phoneNumberFormatted: `+${phoneNumber}` },
      ...(priorityCode === undefined ? {} : { priority: { priorityCode } }),
    });
    const list = entries({ phoneInformation: [phone('9'), phone('2', '2'), phone('1', 1), phone('8')] });
    const found = list.find((entry) => entry.type === 'phone');
    expect(found?.numbers.map(({ formatted }) => formatted)).toEqual(['+1', '+2', '+9', '+8']);
  });
});

describe('the selected entry', () => {
  const all = entries(full);
  const pick = (more: Partial<SelectionFacts> = {}) =>
    selectEntry({
      entries: all,
      chosenId: undefined,
      isToggled: false,
      isChatAvailable: true,
      isChatForced: false,
      ...more,
    });
  const selected = (more: Partial<SelectionFacts> = {}) =>
    pick(more)
      .filter(({ isSelected }) => isSelected)
      .map(({ entry }) => entry.type);
  const without = (...gone: string[]) => all.filter(({ type }) => !gone.includes(type));

  it('[SH-053][SH-060] is the first there is of choice, SMS, available chat, email, last entry', () => {
    expect(selected({ chosenId: 'phone' })).toEqual(['phone']);
    expect(selected()).toEqual(['sms']);
    expect(selected({ entries: without('sms') })).toEqual(['chat']);
    expect(selected({ entries: without('sms'), isChatAvailable: false })).toEqual(['email']);
    expect(selected({ entries: without('sms', 'chat') })).toEqual(['email']);
    expect(pick({ entries: without('sms', 'chat', 'email') }).at(-1)?.isSelected).toBe(true);
    expect(selected({ chosenId: 'gone' })).toEqual(['sms']);
  });

  it.each([
    [1, true],
    [2, true],
    [3, false],
  ])('[SH-059] of %i entries without chat all are forced open: %s', (count, forced) => {
    const options = pick({ entries: without('chat').slice(0, count) });
    expect(options.every(({ isSelected, isForceSelected }) => isSelected && isForceSelected)).toBe(forced);
  });

  it('[SH-059] none is forced open in toggle mode or beside a chat', () => {
    expect(pick({ entries: without('chat').slice(0, 2), isToggled: true }).some((one) => one.isForceSelected)).toBe(
      false,
    );
    expect(pick({ entries: all.slice(-2) }).some((one) => one.isForceSelected)).toBe(false);
  });

  it('[SH-061] chat is forced open by a chat link or the start parameter, when it is available', () => {
    const forced = (more: Partial<SelectionFacts>) =>
      pick({ isChatForced: true, ...more })
        .filter(({ isForceSelected }) => isForceSelected)
        .map(({ entry }) => entry.type);
    expect(forced({})).toEqual(['chat']);
    expect(forced({ isChatAvailable: false })).toEqual([]);
    expect(forced({ isChatForced: false })).toEqual([]);
  });
});
