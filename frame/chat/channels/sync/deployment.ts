import * as v from 'valibot';
import { serviceHosts } from '../../../platform/backend/serviceHosts.ts';

const category = v.strictObject({ portal: v.string(), language: v.string(), suffix: v.picklist(['bl', 'sl']) });

/** The `sync` section of the channels in `frame/config.json`. */
export const syncDeployment = v.strictObject({
  /** Origins of the vendor's JSONP domain lookup (CH-113). When empty, the account's baseURI is the chat domain. */
  domainHosts: v.optional(serviceHosts, []),
  /** Origin of the vendor's engagement service (CH-114), which has its own domain. When empty, the chat domain is used. */
  engagementHosts: v.optional(serviceHosts, []),
  /** The vendor's public key of the chat API. */
  appKey: v.optional(v.string(), '721c180b09eb463d9f3191c41762bb68'),
  /** Account used in the sandbox environment, unless the query or a saved chat names one (CH-112). */
  sandboxAccount: v.optional(v.string()),
  /** Origins of the vendor's public configuration, for agent names and pictures. When empty, agents keep their chat name. */
  profileHosts: v.optional(serviceHosts, []),
  /** Categories by skill, for the service that is not LivePerson (CH-118). Other skills are mapped by keywords. */
  categories: v.optional(v.record(v.string(), category), {}),
  /** Language names used in category labels, by language code (CH-118). */
  categoryLanguages: v.optional(v.record(v.string(), v.string()), {
    en: 'english',
    de: 'german',
    fr: 'french',
    es: 'spanish',
    it: 'italian',
    ja: 'japanese',
    ko: 'korean',
    pt: 'portuguese',
    zh: 'chinese',
  }),
});

export type SyncDeployment = v.InferOutput<typeof syncDeployment>;
