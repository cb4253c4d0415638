import * as v from 'valibot';
import { serviceHosts } from '../platform/backend/serviceHosts.ts';
import { linkAddress } from '../platform/linkAddress.ts';

/** The scheduler's services and options (SC-104, SC-118, SC-127 to SC-130). */
export const schedulerDeployment = v.strictObject({
  /** Origins of the scheduler service, with a base path if it has one, best first. Paths start with /v2. */
  hosts: v.pipe(serviceHosts, v.minLength(1, 'needs at least one host')),
  /** The topic classifier's hosts. Without them questions are not classified. */
  classifierHosts: v.optional(serviceHosts, []),
  /** The product name sent to the classifier. Default: the scheduler's variation or focus area (SC-043). */
  classifierProduct: v.optional(v.string(), ''),
  /** Which failed edits are followed by a new booking (SC-104). */
  editFallback: v.optional(v.picklist(['not-found', 'always', 'never']), 'not-found'),
  /** Whether the call is cancelled when the survey is submitted or as soon as the visitor chooses cancel (SC-118). */
  cancelOrder: v.optional(v.picklist(['on-submit', 'on-choose']), 'on-submit'),
  /** The header for an idempotency key, if the service supports one. With it, a repeated request books only once. */
  idempotencyHeader: v.optional(v.string()),
  /** The company's privacy statement, linked from the built-in notice (SC-091). */
  privacyUrl: v.optional(linkAddress),
  /** Origins of the consent vendor's notice, at the path `/notice`. Without them, the built-in notice is shown (SC-091). */
  noticeHosts: v.optional(serviceHosts, []),
  /** The organizer of the call, in calendar files. Some calendars update an entry only if it names its organizer. */
  organizer: v.optional(
    v.strictObject({
      /** The name that calendars show. */
      name: v.string(),
      /** The address that receives replies to the invitation. */
      email: v.pipe(v.string(), v.email()),
    }),
  ),
  /** A web calendar with the parameters `text`, `dates`, `details` and `location`. Empty: no links to web calendars. */
  calendarUrl: v.optional(linkAddress, 'https://calendar.google.com/calendar/render?action=TEMPLATE'),
});

export type SchedulerDeployment = v.InferOutput<typeof schedulerDeployment>;
