import * as v from 'valibot';
import { serviceHosts } from '../platform/backend/serviceHosts.ts';
import { defaultPopUpTimeMs, defaultProactive } from './limits.ts';

/** Base addresses by environment, in order of preference. `cm-env` and `cm-dev` choose the environment (SH-146). */
const endpoints = v.strictObject({
  /** Base addresses for visitors. */
  prod: v.optional(serviceHosts, []),
  /** Base addresses for development. */
  dev: v.optional(serviceHosts, []),
  /** Base addresses for tests. */
  test: v.optional(serviceHosts, []),
});

/** The offer service of this deployment (SH-138). Without hosts, no offers are fetched. */
const offers = v.strictObject({
  hosts: v.optional(endpoints, {}),
  /** `audienceLevel` of every call. */
  audienceLevel: v.optional(v.string(), 'Visitor'),
  /** `channelName` of every call. */
  channelName: v.optional(v.string(), 'Web'),
  /** `audienceID.name` until the service returns another. */
  audienceName: v.optional(v.string(), 'VISITOR_ID'),
  /** `audienceID.type` until the service returns another. */
  audienceType: v.optional(v.string(), 'string'),
  /** The contact module's interaction point: `ipName` and `interactionPointName` (SH-139). */
  interactionPoint: v.optional(v.string(), 'CONTACT_MODULE'),
  /** `getOfferReq.duplicationPolicy`: 1 requests no duplicates. */
  duplicationPolicy: v.optional(v.number(), 1),
});

/** In-app messages from the vendor's SDK, which is loaded into the frame (SH-147, SH-148). */
const inApp = v.strictObject({
  /**
   * Makes in-app messages the nurture type if the visitor consents and, if `identity.settingsHosts` is set, that service
   * enables them.
   */
  enabled: v.optional(v.boolean(), false),
  /** Address of the vendor's script; the frame's script-src must name its origin. */
  scriptUrl: v.optional(v.string(), ''),
  /** Subresource integrity of that script; empty to skip the check. */
  scriptIntegrity: v.optional(v.string(), ''),
  /** Public key of the vendor's app. */
  apiKey: v.optional(v.string(), ''),
  /** The vendor's endpoint by environment (SH-146); the first of each list is used. */
  hosts: v.optional(endpoints, {}),
});

/** What the widget shows on its own initiative: pop-up, in-app messages, offers. */
export const outreachDeployment = v.strictObject({
  /** Whether the proactive pop-up is shown at all. */
  proactive: v.optional(v.boolean(), defaultProactive),
  /** Time from the visitor's first page to the pop-up, in ms (SH-116). */
  popUpTimeMs: v.optional(v.pipe(v.number(), v.minValue(0)), defaultPopUpTimeMs),
  offers: v.optional(offers, {}),
  inApp: v.optional(inApp, {}),
});

export type OutreachDeployment = v.InferOutput<typeof outreachDeployment>;
export type Endpoints = OutreachDeployment['offers']['hosts'];
