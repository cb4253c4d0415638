import type { SandboxService } from '../service.ts';

/** The event-tracking service: takes batches at `POST /analytics/events`; `GET` lists what came, for a person to read. */
export function createAnalyticsService(): SandboxService {
  let events: unknown[] = [];
  return {
    name: 'analytics',
    routes: [
      {
        method: 'POST',
        path: '/analytics/events',
        answer({ body }) {
          // A page that is being left sends its JSON as plain text.
          const batch = (typeof body === 'string' ? JSON.parse(body) : body) as { events?: unknown };
          if (!Array.isArray(batch?.events)) return { status: 400, body: { message: 'events is not a list' } };
          events.push(...batch.events);
          return { status: 204 };
        },
      },
      { method: 'GET', path: '/analytics/events', answer: () => ({ body: { events } }) },
    ],
    reset() {
      events = [];
    },
  };
}
