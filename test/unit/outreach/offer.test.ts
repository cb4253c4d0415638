import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOfferBlocked,
  parseAudienceId,
  parseOfferAnswer,
  toOfferNotification,
} from '../../../frame/outreach/offer.ts';
import { toOfferBody, toOfferEventBody } from '../../../frame/outreach/offerBody.ts';

const offer = {
  treatmentCode: '1ed8.d2.4d25fa3.4d25fa3',
  product: {
    nid: 'cloud-trial',
    headline: 'Hi [name], try it for 30 days',
    description: 'No card needed.',
    image_url: 'https://images.northwind.example/trial.png',
    cta: { cta_label: 'Start', url: 'https://www.northwind.example/trial' },
  },
};
const answer = (offers: unknown) => ({ sessionID: 's1', offersList: [{ offers }] });

describe('an offer', () => {
  it('[SH-140] becomes an interact-note', () => {
    const parsed = parseOfferAnswer(answer([offer])).offer;
    expect(parsed && toOfferNotification(parsed)).toMatchObject({
      type: 'interact-note',
      nurtureType: 'interact',
      source: 'interact',
      isChat: false,
      headingText: offer.product.headline,
      bodyText: offer.product.description,
      imageSrc: offer.product.image_url,
      clickAction: 'url',
      url: offer.product.cta.url,
      buttons: [{ buttonText: 'Start', buttonHref: offer.product.cta.url, clickAction: 'url', closeOnAccept: true }],
    });
  });

  it.each([
    ['with a campaign', {}, { id: `cloud-trial.${offer.treatmentCode}`, extraData: { campaignId: 'cloud-trial' } }],
    ['without a campaign', { nid: '' }, { id: `offer.${offer.treatmentCode}`, extraData: {} }],
    ['without a headline', { headline: '' }, { headingText: '', bodyText: 'No card needed.' }],
    ['without a description', { description: '' }, { bodyText: '' }],
    [
      'without a button',
      { cta: { url: 'https://n.example/' } },
      { buttons: [], clickAction: 'url', openURLinNewTab: true },
    ],
    ['without an address', { cta: { cta_label: 'OK' } }, { clickAction: 'close', url: '' }],
  ])('[SH-140] %s becomes a notification all the same', (_, change, expected) => {
    const parsed = parseOfferAnswer(answer([{ ...offer, product: { ...offer.product, ...change } }])).offer;
    expect(parsed && toOfferNotification(parsed)).toMatchObject(expected);
  });

  it('[SH-140] is the first valid one of the first list', () => {
    const second = { ...offer, treatmentCode: 'second' };
    expect(parseOfferAnswer(answer([null, {}, second, offer])).offer?.treatmentCode).toBe('second');
  });

  it.each(['#chat', '#CHAT'])('[SH-140] becomes a chat offer with the address %s', (url) => {
    const chat = { ...offer, product: { ...offer.product, cta: { cta_label: 'Chat', url } } };
    const parsed = parseOfferAnswer(answer([chat])).offer;
    expect(parsed && toOfferNotification(parsed)).toMatchObject({
      isChat: true,
      clickAction: 'chat',
      url: '',
      buttons: [{ buttonText: 'Chat', clickAction: 'chat' }],
    });
  });

  it.each([
    ['no list', {}],
    ['an empty list', { offersList: [] }],
    ['no offers', answer([])],
    ['offers that are not an array', answer('x')],
    ['no tracking code', answer([{ product: offer.product }])],
    ['no text', answer([{ treatmentCode: 'a', product: { image_url: offer.product.image_url } }])],
    ['no product', answer([{ treatmentCode: 'a' }])],
  ])('[SH-140] is undefined for an answer with %s', (_, body) => {
    expect(parseOfferAnswer(body).offer).toBeUndefined();
  });

  it('is parsed from any object, and anything else is rejected', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
        if (!isObject) expect(() => parseOfferAnswer(body)).toThrow();
        else expect(typeof parseOfferAnswer(body)).toBe('object');
      }),
    );
  });

  it.each([
    [{ isChat: false }, { isChatAvailable: true, isOverlayShown: false }, false],
    [{ isChat: false }, { isChatAvailable: false, isOverlayShown: false }, false],
    [{ isChat: true }, { isChatAvailable: true, isOverlayShown: false }, false],
    [{ isChat: true }, { isChatAvailable: false, isOverlayShown: false }, true],
    [{ isChat: false }, { isChatAvailable: true, isOverlayShown: true }, true],
    [{ isChat: true }, { isChatAvailable: true, isOverlayShown: true }, true],
  ])('[SH-143] with %j while %j is blocked: %s', ({ isChat }, scene, blocked) => {
    const url = isChat ? '#chat' : 'https://a.example';
    const one = { ...offer, product: { ...offer.product, cta: { cta_label: 'Go', url } } };
    expect(isOfferBlocked(toOfferNotification(one), scene)).toBe(blocked);
  });

  it('may have the audience id bare or in an array', () => {
    const id = { name: 'VISITOR_ID', type: 'string', value: 'a' };
    expect(parseAudienceId(id)).toEqual(id);
    expect(parseAudienceId([id])).toEqual(id);
    expect(parseAudienceId({ name: 'x' })).toBeUndefined();
    expect(parseAudienceId(undefined)).toBeUndefined();
  });
});

describe('offer bodies', () => {
  const settings = { audienceLevel: 'Visitor', channelName: 'Web', interactionPoint: 'CM', duplicationPolicy: 1 };
  const session = { sessionID: '', audienceID: { name: 'VISITOR_ID', type: 'string', value: 'anonymous-1' } };

  it('[SH-138][SH-139] request one offer with exactly these fields, unknown ones empty', () => {
    const body = toOfferBody(settings, session, { pageUrl: 'https://www.northwind.example/', locale: 'en-US' });
    expect(body).toEqual({
      audienceLevel: 'Visitor',
      sessionID: '',
      channelName: 'Web',
      audienceID: { name: 'VISITOR_ID', type: 'string', value: 'anonymous-1' },
      parameters: {
        PAGEURL: 'https://www.northwind.example/',
        PREF_LOCALE: 'en-US',
        DMP_AUDIENCE: '',
        LOTAME_ID: '',
        IS_IBMER: '',
        PAGE_TYPE_CODE: 'ANZ',
      },
      getOfferReq: { ipName: 'CM', numberRequested: 1, duplicationPolicy: 1 },
    });
  });

  it.each([
    ['accept', 'LogAcceptEvent', 'Accept_Clicked'],
    ['reject', 'LogRejectEvent', 'Reject_Clicked'],
  ] as const)('[SH-144] report %s with exactly these fields', (answerName, eventName, code) => {
    expect(toOfferEventBody(settings, { ...session, sessionID: 's1' }, 't1', answerName)).toEqual({
      audienceLevel: 'Visitor',
      interactionPointName: 'CM',
      sessionID: 's1',
      channelName: 'Web',
      eventName,
      audienceID: session.audienceID,
      eventParameters: { UACIOFFERTRACKINGCODE: 't1', UACIRESPONSETYPECODE: code },
    });
  });
});
