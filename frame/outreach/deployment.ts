import * as v from 'valibot';
import { defaultPopUpTimeMs } from './limits.ts';

const endpoints = v.object({
  /** Base addresses by environment, best first; `cm-env` and `cm-dev` choose (SH-146). */
  prod: v.optional(v.array(v.string()), []),
  dev: v.optional(v.array(v.string()), []),
  test: v.optional(v.array(v.string()), []),
});

/** The offer service of this deployment (SH-138). Without hosts no offer is asked for. */
const offers = v.object({
  hosts: v.optional(endpoints, {}),
  /** `audienceLevel` of every call. */
  audienceLevel: v.optional(v.string(), 'Visitor'),
  /** `channelName` of every call. */
  channelName: v.optional(v.string(), 'Web'),
  /** `audienceID.name` and `.type` until the service names others. */
  audienceName: v.optional(v.string(), 'VISITOR_ID'),
  audienceType: v.optional(v.string(), 'string'),
  /** The contact module's interaction point: `ipName` and `interactionPointName` (SH-139). */
  interactionPoint: v.optional(v.string(), 'CONTACT_MODULE'),
  /** `getOfferReq.duplicationPolicy`: 1 asks for no duplicates. */
  duplicationPolicy: v.optional(v.number(), 1),
});

/** In-app messages through the vendor's program, loaded into the frame (SH-147, SH-148). */
const inApp = v.object({
  /** On makes in-app the nurture type where consent allows, and the service of `identity.settingsHosts`, if one is named. */
  enabled: v.optional(v.boolean(), false),
  /** Address of the vendor's script; the frame's script-src must name its origin. */
  scriptUrl: v.optional(v.string(), ''),
  /** Subresource integrity of that script; empty for none. */
  scriptIntegrity: v.optional(v.string(), ''),
  /** Public key of the vendor's app. */
  apiKey: v.optional(v.string(), ''),
  /** The vendor's endpoint by environment (SH-146); the first of each list is used. */
  hosts: v.optional(endpoints, {}),
});

export const outreachDeployment = v.object({
  /** Whether the widget may speak first at all. */
  proactive: v.optional(v.boolean(), true),
  /** From the visitor's first page to the pop-up, ms (SH-116). */
  popUpTimeMs: v.optional(v.pipe(v.number(), v.minValue(0)), defaultPopUpTimeMs),
  offers: v.optional(offers, {}),
  inApp: v.optional(inApp, {}),
});

export type OutreachDeployment = v.InferOutput<typeof outreachDeployment>;
export type Endpoints = OutreachDeployment['offers']['hosts'];
