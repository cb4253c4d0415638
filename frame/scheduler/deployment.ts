import * as v from 'valibot';

/** The appointment scheduler's services and choices (SC-104, SC-118, SC-127 to SC-130). */
export const schedulerDeployment = v.strictObject({
  /** Origins, or origin and base path, of the scheduler service, best first. Paths begin with /v2. */
  hosts: v.pipe(v.array(v.string()), v.minLength(1, 'needs at least one host')),
  /** The topic classifier's hosts; without them questions are not classified. */
  classifierHosts: v.optional(v.array(v.string()), []),
  /** Product name the classifier gets; without it the scheduler's variation or focus area (SC-043). */
  classifierProduct: v.optional(v.string(), ''),
  /** After which failed edits a new booking follows (SC-104). */
  editFallback: v.optional(v.picklist(['not-found', 'always', 'never']), 'not-found'),
  /** Whether the appointment is cancelled with the survey or as soon as cancel is chosen (SC-118). */
  cancelOrder: v.optional(v.picklist(['on-submit', 'on-choose']), 'on-submit'),
  /** Header in which the service takes an idempotency key, so that a repeated booking is made once. */
  idempotencyHeader: v.optional(v.string()),
  /** Page of the company's privacy statement, linked from the built-in notice (SC-091). */
  privacyUrl: v.optional(v.string()),
  /** Web calendar that takes `text`, `dates` and `details`; an empty value hides the link. */
  calendarUrl: v.optional(v.string(), 'https://calendar.google.com/calendar/render?action=TEMPLATE'),
});

export type SchedulerDeployment = v.InferOutput<typeof schedulerDeployment>;
