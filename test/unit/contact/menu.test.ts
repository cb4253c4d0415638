import { describe, expect, it } from 'vitest';
import { parseContactAnswer } from '../../../frame/contact/answer.ts';
import { hasChatRows, readInformation } from '../../../frame/contact/bundle.ts';
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
    isChatListed: true,
    hasConversation: false,
    chatPurpose: 'chat',
    ...more,
  });

const types = (list: readonly MenuEntry[]) => list.map(({ type }) => type);

describe('menu entries', () => {
  it('[F-SH35][SH-065] of a bundle with support chats only have no second entry for the same service', () => {
    const { supportChatInformation, chatInformation } = full;
    expect(types(entries({ supportChatInformation }))).toEqual(['support', 'support']);
    expect(types(entries({ supportChatInformation, chatInformation }))).toEqual(['support', 'support', 'chat']);
    // The conversation that is open can always be returned to.
    expect(types(entries({ supportChatInformation }, { hasConversation: true }))[0]).toBe('chat');
  });

  it('[SH-054] are in the default order', () => {
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

  it('[SH-079] leave out a support chat that may not start, and nothing counts it as a chat', () => {
    const withSupport = (startChat: unknown) => bundleOf({ supportChatInformation: [{ startChat }] });
    for (const startChat of [true, undefined, 'no']) expect(hasChatRows(withSupport(startChat))).toBe(true);
    expect(types(entries({ ...full, supportChatInformation: [{ startChat: false }] }))).not.toContain('support');
    expect(hasChatRows(withSupport(false))).toBe(false);
    expect(withSupport(false).supportChatInformation).toEqual([]);
  });

  it('[F-SH3][SH-058] have neither chat nor support where chat is off', () => {
    expect(types(entries(full, { switchedOff: ['chat'] }))).toEqual([
      ...['link', 'form', 'scheduler', 'phone', 'email', 'sms'],
    ]);
  });

  it('[SH-055] are in call-first order when the page requires it', () => {
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

  it('[SH-056] need a number for phone and a url for email; a link without a url is a form', () => {
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
  ])('[SH-057] show a scheduler that had no slots %i ms ago with %j: %s', (ageMs, more, offered) => {
    const scheduling = { availableSlots: 0, availableSlotsAsOf: new Date(nowMs - ageMs).toISOString(), ...more };
    expect(types(entries({ schedulingInformation: [scheduling] })).includes('scheduler')).toBe(offered);
  });

  it('[SH-057] show a scheduler with an unreadable date', () => {
    const scheduling = { availableSlots: 0, availableSlotsAsOf: 'yesterday' };
    expect(types(entries({ schedulingInformation: [scheduling] }))).toContain('scheduler');
  });

  it.each(['scheduler', 'email', 'phone', 'chat'] as const)('[SH-058] omit %s when it is switched off', (channel) => {
    const list = types(entries(full, { switchedOff: [channel] }));
    expect(list).not.toContain(channel);
    if (channel === 'email') expect(list).not.toContain('form');
    expect(list.includes('support')).toBe(channel !== 'chat');
  });

  it('[SH-065] include chat only while it is available or on stand-by', () => {
    expect(types(entries(full, { isChatListed: false }))).not.toContain('chat');
  });

  it('[SH-065] are empty for an empty bundle', () => {
    expect(entries({}, { isChatListed: false })).toEqual([]);
  });

  it('[SH-062] start with the way back to a conversation, which replaces the chat entry', () => {
    const list = entries(full, { hasConversation: true });
    expect(list[0]).toMatchObject({ type: 'chat', isReturn: true });
    expect(list.filter(({ type }) => type === 'chat')).toHaveLength(1);
  });

  it('[SH-063] sort phone numbers by priority code, those without a code last', () => {
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

  it('[SH-053][F-SH15] has id, type and purpose of each entry, the scheduler’s also its configuration', () => {
    const options = pick();
    expect(options).toHaveLength(all.length);
    for (const { entry, isSelected, isForceSelected } of options) {
      expect([entry.id, entry.type, entry.purpose].every((field) => typeof field === 'string' && field !== '')).toBe(
        true,
      );
      expect([typeof isSelected, typeof isForceSelected]).toEqual(['boolean', 'boolean']);
      expect('config' in entry).toBe(entry.type === 'scheduler');
    }
    expect(options.find(({ entry }) => entry.type === 'scheduler')?.entry).toMatchObject({
      config: full.schedulingInformation[0],
    });
  });

  it('[SH-053][SH-060] is the first available of: chosen entry, SMS, available chat, email, last entry', () => {
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
  ])('[SH-059] with %i entries and no chat, all are forced open: %s', (count, forced) => {
    const options = pick({ entries: without('chat').slice(0, count) });
    expect(options.every(({ isSelected, isForceSelected }) => isSelected && isForceSelected)).toBe(forced);
  });

  it('[SH-059] in toggle mode or with a chat, none is forced open', () => {
    expect(pick({ entries: without('chat').slice(0, 2), isToggled: true }).some((one) => one.isForceSelected)).toBe(
      false,
    );
    expect(pick({ entries: all.slice(-2) }).some((one) => one.isForceSelected)).toBe(false);
  });

  it('[SH-061] is a forced chat after a chat link or the start parameter, if chat is available', () => {
    const forced = (more: Partial<SelectionFacts>) =>
      pick({ isChatForced: true, ...more })
        .filter(({ isForceSelected }) => isForceSelected)
        .map(({ entry }) => entry.type);
    expect(forced({})).toEqual(['chat']);
    expect(forced({ isChatAvailable: false })).toEqual([]);
    expect(forced({ isChatForced: false })).toEqual([]);
  });
});
