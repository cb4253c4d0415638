import * as v from 'valibot';
import type { OutreachDeployment } from '../../../frame/outreach/deployment.ts';
import type { ServiceContract } from './serviceContract.ts';

/** Who an offer is for. */
const audience = v.strictObject({ name: v.string(), type: v.string(), value: v.union([v.string(), v.number()]) });

const session = {
  audienceLevel: v.string(),
  /** Empty in the first request. */
  sessionID: v.string(),
  channelName: v.string(),
  audienceID: audience,
};

/** Requests offers. Unknown values are empty. */
const offersBody = v.strictObject({
  ...session,
  parameters: v.strictObject({
    /** The address of the page, without parameters that look secret. */
    PAGEURL: v.string(),
    PREF_LOCALE: v.string(),
    DMP_AUDIENCE: v.string(),
    LOTAME_ID: v.string(),
    /** `true`, `false` or empty. */
    IS_IBMER: v.string(),
    PAGE_TYPE_CODE: v.string(),
  }),
  getOfferReq: v.strictObject({
    ipName: v.string(),
    numberRequested: v.number(),
    /** 1: no duplicate offers. */
    duplicationPolicy: v.number(),
  }),
});

const audienceAnswer = v.object({
  name: v.string(),
  type: v.optional(v.string()),
  value: v.union([v.string(), v.number()]),
});

const offer = v.object({
  /** The code by which the visitor's answer is reported. An offer without one is not shown. */
  treatmentCode: v.string(),
  product: v.object({
    nid: v.optional(v.string()),
    headline: v.optional(v.string()),
    description: v.optional(v.string()),
    /** An https address. */
    image_url: v.optional(v.string()),
    cta: v.optional(
      v.object({
        /** The wording of the button. */
        cta_label: v.optional(v.string()),
        /** Its address. `#chat` opens the chat. */
        url: v.optional(v.string()),
      }),
    ),
  }),
});

/** The offers for this page. The first valid one is shown. */
const offersAnswer = v.object({
  /** Sent back with the next request. */
  sessionID: v.optional(v.string()),
  /** Sent back with the next request. */
  audienceID: v.optional(v.union([audienceAnswer, v.array(audienceAnswer)])),
  offersList: v.optional(v.array(v.object({ offers: v.optional(v.array(offer)) }))),
});

/** The visitor's answer to an offer. */
const eventBody = v.strictObject({
  ...session,
  interactionPointName: v.string(),
  eventName: v.picklist(['LogAcceptEvent', 'LogRejectEvent']),
  eventParameters: v.strictObject({
    UACIOFFERTRACKINGCODE: v.string(),
    UACIRESPONSETYPECODE: v.picklist(['Accept_Clicked', 'Reject_Clicked']),
  }),
});

const exampleSession = {
  audienceLevel: 'Visitor',
  sessionID: '',
  channelName: 'Web',
  audienceID: { name: 'VISITOR_ID', type: 'string', value: '5b1d4f0e' },
};

/** The service that decides on offers. */
export function offerService({ offers }: OutreachDeployment): ServiceContract {
  const hosts = offers.hosts.prod.map((host) => host.replace(/\/$/, ''));
  return {
    name: 'offers',
    title: 'Offers',
    description: 'Decides which offer a visitor sees, at most one every five minutes.',
    file: 'test/services/contracts/offers.ts',
    schemas: { offersBody, offersAnswer, eventBody },
    calls: [
      {
        ...{ id: 'offers', hosts, method: 'POST', path: '/getOffersForMultipleIP', summary: 'The offers for a page' },
        body: {
          schema: offersBody,
          example: {
            ...exampleSession,
            parameters: {
              PAGEURL: 'https://www.example.com/prices',
              PREF_LOCALE: 'en-US',
              DMP_AUDIENCE: '',
              LOTAME_ID: '',
              IS_IBMER: '',
              PAGE_TYPE_CODE: '',
            },
            getOfferReq: { ipName: 'CONTACT_MODULE', numberRequested: 1, duplicationPolicy: 1 },
          },
        },
        answers: {
          '200': {
            description: 'The offers.',
            content: {
              schema: offersAnswer,
              example: {
                sessionID: 's-1',
                offersList: [
                  {
                    offers: [
                      {
                        treatmentCode: '1ed8.d2.4d25fa3',
                        product: { headline: '20 % off', cta: { cta_label: 'Ask us', url: '#chat' } },
                      },
                    ],
                  },
                ],
              },
            },
          },
          '4XX': { description: 'No more offers in this session. The same applies to 5XX.' },
        },
      },
      {
        ...{
          id: 'answer',
          hosts,
          method: 'POST',
          path: '/postEvent',
          summary: 'Receives the visitor’s answer to an offer',
        },
        body: {
          schema: eventBody,
          example: {
            ...exampleSession,
            interactionPointName: 'CONTACT_MODULE',
            eventName: 'LogAcceptEvent',
            eventParameters: {
              UACIOFFERTRACKINGCODE: '1ed8.d2.4d25fa3',
              UACIRESPONSETYPECODE: 'Accept_Clicked',
            },
          },
        },
        answers: { '2XX': { description: 'The answer is JSON or empty, and is not read.' } },
      },
    ],
  };
}
