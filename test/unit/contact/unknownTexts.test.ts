import { describe, expect, it } from 'vitest';
import { unknownTexts } from '../../contact/unknownTexts.ts';

const fileWith = (texts: object): object => ({ languages: { 'de-DE': { texts } } });

describe('texts of a contact file that nothing reads', () => {
  it.each([
    [
      { menu: { chatActoin: 'Los' } },
      'languages.de-DE.texts.menu.chatActoin is read by no part of the widget. Is "chatAction" meant?',
    ],
    [{ meun: { intro: 'Hallo' } }, 'languages.de-DE.texts.meun is read by no part of the widget. Is "menu" meant?'],
    [{ chat: { greeting: 'Hallo' } }, 'languages.de-DE.texts.chat.greeting is read by no part of the widget.'],
    [{ constructor: { name: 'x' } }, 'languages.de-DE.texts.constructor is read by no part of the widget.'],
  ])('[F-AD6] are named: %j', (texts, sentence) => {
    expect(unknownTexts(fileWith(texts))).toEqual([sentence]);
  });

  it('[F-AD6] are not those that a room reads, or whose keys are the deployment’s', () => {
    const texts = { menu: { intro: 'Hallo' }, experiments: { 'bot_welcome.x': 'Hallo' }, default: { close: 'Zu' } };
    expect(unknownTexts(fileWith(texts))).toEqual([]);
    for (const file of [null, 7, {}, { languages: [] }, { languages: { 'de-DE': null } }])
      expect(unknownTexts(file)).toEqual([]);
  });
});
