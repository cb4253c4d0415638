import { describe, expect, it } from 'vitest';
import { toInAppNotification } from '../../../frame/outreach/inAppMessage.ts';

const note = (message: object) => toInAppNotification({ message: 'Hello', ...message }, 'id-1');

describe('an in-app message', () => {
  it.each([
    ['text', {}, { type: 'note', isChat: false, clickAction: 'close', url: '' }],
    [
      'an address',
      { clickAction: 'URI', uri: 'https://p.example/' },
      { clickAction: 'url', url: 'https://p.example/' },
    ],
    ['an action without its address', { clickAction: 'URI' }, { clickAction: 'close', url: '' }],
    ['the address of the chat', { clickAction: 'URI', uri: '#chat' }, { type: 'chat note', isChat: true, url: '' }],
    ['the type of a chat note', { extras: { type: 'chat note' } }, { type: 'chat note', isChat: true }],
    [
      'a button that chats',
      { buttons: [{ text: 'No' }, { text: 'Chat', clickAction: 'URI', uri: '#chat' }] },
      { type: 'chat note', isChat: true },
    ],
    [
      'a button with an address',
      { buttons: [{ text: 'Go', clickAction: 'URI', uri: 'https://p.example/' }] },
      { isChat: false, buttons: [{ buttonHref: 'https://p.example/', clickAction: 'url', closeOnAccept: true }] },
    ],
  ])('[SH-148][SH-152] with %s', (_, message, expected) => {
    expect(note(message)).toMatchObject(expected);
  });

  it.each([
    [{}, false, 'standard'],
    [{ duration: 9_000 }, false, 'standard'],
    [{ dismissType: 'AUTO_DISMISS' }, true, 'standard'],
    [{ dismissType: 'AUTO_DISMISS', duration: 9_000 }, true, 9_000],
    [{ dismissType: 'AUTO_DISMISS', duration: 1 }, true, 1],
    [{ dismissType: 'AUTO_DISMISS', duration: 0 }, true, 'standard'],
    [{ dismissType: 'AUTO_DISMISS', duration: '9000' }, true, 'standard'],
    [{ dismissType: 'MANUAL', duration: 9_000 }, false, 'standard'],
  ])('[SH-152] with %j fades out: %s, after %s', (message, isAutoFadeOut, time) => {
    const standard = note({}).fadeOutTime;
    expect(note(message)).toMatchObject({ isAutoFadeOut, fadeOutTime: time === 'standard' ? standard : time });
  });

  it('[SH-152] has the name of its campaign and trigger, and an id of its own without a trigger', () => {
    expect(note({ triggerId: 't1', extras: { campaignId: 'c1', campaignName: 'Spring' } })).toMatchObject({
      id: 'in-app.t1',
      extraData: { campaignId: 'c1', campaignName: 'Spring', triggerId: 't1' },
    });
    expect(note({})).toMatchObject({ id: 'id-1', extraData: {} });
  });
});
