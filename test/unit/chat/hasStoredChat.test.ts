import { expect, it } from 'vitest';
import { hasStoredChat } from '../../../frame/chat/conversations/hasStoredChat.ts';
import { markOf } from '../../../frame/visitor/visitorMark.ts';

it.each([
  [{ 'cm-conversations': '{}' }],
  [{ 'cm-outbox.bot.1': '{}' }],
  [{ 'cm-ends.lemessaging.c-1': '{}' }],
  [{ 'cm-outbox-form.guest': '{}' }],
  [{ 'cm-draft': '"Hello"' }],
  [{ 'cm-chat-account.liveperson': '{}' }],
  [{ 'cm-external-config': '{}' }],
])('[CH-052][SH-008] downloads the rooms for a visitor with %j', (stored) => {
  expect(hasStoredChat(stored)).toBe(true);
});

it('[CH-014][SH-008] downloads the chat where a signed-in visitor may have left', () => {
  expect(hasStoredChat({ 'cm-visitor': JSON.stringify(markOf({ iui: 'u-1' }, 'epoch')) })).toBe(true);
  expect(hasStoredChat({ 'cm-visitor': JSON.stringify(markOf({ userId: 'u-1' }, 'epoch')) })).toBe(true);
});

it('[SH-008][F-PG4] downloads nothing for a guest who has only looked into the pane', () => {
  const guest = { 'cm-visitor': JSON.stringify(markOf({}, 'epoch')), 'cm-tab-visitor': '{}', 'cm-tab': '"t"' };
  expect(hasStoredChat({ ...guest, 'cm-profile-guest.1': '{}', 'cm-marketing': '{}', 'cm-variations': '{}' })).toBe(
    false,
  );
  expect(hasStoredChat({})).toBe(false);
});
