import { describe, expect, it } from 'vitest';
import { chatTexts } from '../../../frame/chat/texts.ts';

describe('texts', () => {
  it('[CH-220] have no codes, addresses or technical words, and none is empty', () => {
    for (const text of Object.values(chatTexts)) {
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(/https?:|\b[45]\d\d\b|[A-Z]+_[A-Z]+|undefined|null|Error\b|stack|token/);
    }
  });

  it('[CH-213][CH-214][CH-215][CH-216][CH-217][CH-218][CH-219] have the wording of the specification', () => {
    expect(chatTexts.startFailed).toBe('We could not start the chat. You can email us instead.');
    expect(chatTexts.notAvailable).toBe('This chat is not available right now. Please choose another way to reach us.');
    expect(chatTexts.notSent).toBe('Not sent.');
    expect(chatTexts.connectionLost).toBe('Connection lost. Reconnecting…');
    expect(chatTexts.transferFailed).toBe('We could not reach an agent. You can keep chatting here.');
    expect(chatTexts.chatFailed).toBe('Something went wrong and this chat has ended.');
    expect(chatTexts.signInFailed).toBe('Sign-in did not complete. Please try again.');
    expect(chatTexts.surveyFailed).toBe('We could not send your answers. Please try again.');
    expect(chatTexts.surveyMissing).toBe('Please answer this question.');
  });
});
