import { describe, expect, it } from 'vitest';
import { isOffline } from '../../../frame/chat/routing/chooseAdapter.ts';
import { isInputDisabled, placeholderOf } from '../../../frame/chat/window/shown.ts';
import { closeAction } from '../../../frame/shell/closeAction.ts';
import { displayMode } from '../../../frame/shell/displayMode.ts';
import { headerButtons } from '../../../frame/shell/headerRules.ts';

describe('the pane', () => {
  it.each([
    [false, false, false, 'menu'],
    [false, false, true, 'menu'],
    [true, false, false, 'chat'],
    [true, false, true, 'toggle'],
    [false, true, false, 'chat'],
    [false, true, true, 'toggle'],
    [true, true, false, 'chat'],
    [true, true, true, 'toggle'],
  ] as const)('[CH-018][SH-042] chat %s, override %s, toggled %s: %s', (isLive, override, isToggled, mode) => {
    expect(displayMode({ isLive, override, isToggled })).toBe(mode);
  });

  it('[CH-021] has a close button only in chat with a sync or async queue', () => {
    for (const mode of ['menu', 'chat', 'toggle'] as const) {
      for (const queue of ['bot', 'sync', 'async', 'support', 'other', undefined] as const) {
        const buttons = headerButtons({ mode, queueType: queue, otherEntries: 1 });
        expect(buttons.close).toBe(mode === 'chat' && (queue === 'sync' || queue === 'async'));
      }
    }
  });

  it.each([
    ['chatting', 'confirm'],
    ['waiting', 'confirm'],
    ['unavailable', 'confirm'],
    ['ended', 'clearAndHide'],
    ['standBy', 'hide'],
    ['resume', 'hide'],
    ['error', 'hide'],
    [undefined, 'hide'],
  ] as const)('[F-SH29][CH-022][CH-025][SH-040] the close button in state %s: %s', (state, step) => {
    expect(closeAction(state)).toBe(step);
  });

  it.each([
    ['unavailable', true],
    ['ended', true],
    ['initialised', true],
    ['standBy', true],
    ['available', false],
    ['waiting', false],
    ['resume', false],
    ['chatting', false],
  ] as const)('[CH-027] disables the input in state %s: %s', (state, disabled) => {
    expect(isInputDisabled(state)).toBe(disabled);
  });

  it('[CH-028] is offline for an anonymous visitor of an async queue without an agent, and nobody else', () => {
    const offline = { queueType: 'async', isLoggedIn: false, agentStatus: 'unavailable' } as const;
    expect(isOffline(offline)).toBe(true);
    expect(isOffline({ ...offline, isLoggedIn: true })).toBe(false);
    expect(isOffline({ ...offline, queueType: 'sync' })).toBe(false);
    expect(isOffline({ ...offline, agentStatus: 'unknown' })).toBe(false);
  });

  it.each([
    ['chatting', 'placeholderChatting'],
    ['available', 'placeholderChatting'],
    ['waiting', 'placeholderWaiting'],
    ['resume', 'placeholderWaiting'],
    ['ended', 'placeholderDisabled'],
  ] as const)('[CH-029] uses the placeholder of state %s: %s', (state, key) => {
    expect(placeholderOf(state)).toBe(key);
  });
});
