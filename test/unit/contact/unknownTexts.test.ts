import { describe, expect, it } from 'vitest';
import { unknownTexts } from '../../contact/unknownTexts.ts';

const fileWith = (texts: object): object => ({ languages: { 'de-DE': { texts } } });

describe('texts of a contact file or service that nothing reads', () => {
  it.each([
    [
      { menu: { chatActoin: 'Los' } },
      'languages.de-DE.texts.menu.chatActoin is read by no part of the widget. Did you mean "chatAction"?',
    ],
    [{ meun: { intro: 'Hallo' } }, 'languages.de-DE.texts.meun is read by no part of the widget. Did you mean "menu"?'],
    [{ chat: { greeting: 'Hallo' } }, 'languages.de-DE.texts.chat.greeting is read by no part of the widget.'],
    [{ constructor: { name: 'x' } }, 'languages.de-DE.texts.constructor is read by no part of the widget.'],
  ])('[F-AD6] are named: %j', (texts, sentence) => {
    expect(unknownTexts(fileWith(texts))).toEqual([sentence]);
  });

  it('[F-AD6] are named in an answer of the contact service', () => {
    const answer = {
      contactModuleTranslations: [
        { textFragments: { note: 'x' } },
        { textFragments: { menu: { itnro: 'x', intro: 'x' } } },
      ],
      schedulerTextTranslations: [
        { textFragments: { titel: 'x', title: 'x', scheduler: { sbumit: 'x', submit: 'x' }, other: { submit: 'x' } } },
      ],
    };
    expect(unknownTexts(answer)).toEqual([
      'contactModuleTranslations.1.textFragments.menu.itnro is read by no part of the widget. Did you mean "intro"?',
      'schedulerTextTranslations.0.textFragments.titel is read by no part of the widget. Did you mean "title"?',
      'schedulerTextTranslations.0.textFragments.scheduler.sbumit is read by no part of the widget. Did you mean "submit"?',
    ]);
    for (const wrong of [
      { contactModuleTranslations: [null, {}, { textFragments: 'x' }] },
      { contactModuleTranslations: {} },
    ])
      expect(unknownTexts(wrong)).toEqual([]);
  });

  it('[F-AD6] are not those that a room reads, or whose keys are the deployment’s', () => {
    const texts = { menu: { intro: 'Hallo' }, experiments: { 'bot_welcome.x': 'Hallo' }, default: { close: 'Zu' } };
    expect(unknownTexts(fileWith(texts))).toEqual([]);
    for (const file of [null, 7, {}, { languages: [] }, { languages: { 'de-DE': null } }])
      expect(unknownTexts(file)).toEqual([]);
  });
});
