import * as v from 'valibot';
import type { AnalyticsDeployment } from '../../../frame/insight/analytics/deployment.ts';
import { type AnalyticsEventName, analyticsEvents } from '../../../frame/insight/analytics/events.ts';
import type { ServiceContract } from './serviceContract.ts';

const detail = v.optional(v.union([v.string(), v.number(), v.boolean()]));

/** Events since the last batch. */
const batch = v.strictObject({
  /** The version of the widget. Missing in a development build. */
  version: v.optional(v.string()),
  events: v.array(
    v.strictObject({
      name: v.picklist(Object.keys(analyticsEvents) as AnalyticsEventName[]),
      /** ms since the epoch. */
      time: v.number(),
      /** The address of the page, without query and fragment. */
      pageUrl: v.string(),
      /** Whether the visitor could chat. */
      chatAvailability: v.picklist(['unknown', 'available', 'unavailable']),
      /** Only the fields that frame/insight/analytics/events.ts lists for the event. */
      detail: v.strictObject(v.entriesFromList(Object.values(analyticsEvents).flat(), detail)),
    }),
  ),
});

/** The service that receives analytics events. */
export function analyticsService(deployment: AnalyticsDeployment | undefined): ServiceContract {
  const url = new URL(deployment?.url ?? 'https://services.example/analytics/events');
  return {
    name: 'analytics',
    title: 'Analytics events',
    description: 'Receives usage events, if the visitor consents. No event names a person or contains a message.',
    file: 'test/services/contracts/analytics.ts',
    schemas: { batch },
    calls: [
      {
        ...{ id: 'events', method: 'POST', path: url.pathname, isForeign: true },
        hosts: deployment ? [url.origin] : [],
        summary: 'Receives a batch of events',
        description:
          'While the page unloads, the JSON is sent as plain text, because a request with a preflight may be lost.',
        body: {
          schema: batch,
          types: ['application/json', 'text/plain'],
          example: {
            version: '0.2.0',
            events: [
              {
                name: 'CM_CHAT_START',
                time: 1_790_000_000_000,
                pageUrl: 'https://www.example.com/prices',
                chatAvailability: 'available',
                detail: { adapterId: 'bot', skill: 'guide', startType: 'menu' },
              },
            ],
          },
        },
        answers: {
          '2XX': { description: 'The answer is not read.' },
          default: { description: 'The events are lost.' },
        },
      },
    ],
  };
}
