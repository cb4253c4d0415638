import type { SandboxService } from '../service.ts';

/** The event-tracking service. `POST /analytics/events` accepts a batch; `GET` lists all received events. */
export function createAnalyticsService(): SandboxService {
  let events: unknown[] = [];
  return {
    name: 'analytics',
    routes: [
      {
        method: 'POST',
        path: '/analytics/events',
        answer({ body }) {
          // A page sends its JSON as plain text when the visitor leaves it.
          const batch = (typeof body === 'string' ? JSON.parse(body) : body) as { events?: unknown };
          if (!Array.isArray(batch?.events)) return { status: 400, body: { message: 'events is not an array' } };
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
