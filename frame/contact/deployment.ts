import * as v from 'valibot';
import { serviceHosts, servicePath } from '../platform/backend/serviceHosts.ts';
import { languageTags } from '../text/languages/languageTags.ts';

/** The `contact` section of the deployment file: the contact service and its calls (SH-075, SC-132 to SC-137). */
export const contactDeployment = v.strictObject({
  /** Origins of the contact service, or origins with a base path, in order of preference. */
  hosts: v.pipe(serviceHosts, v.minLength(1, 'needs at least one host')),
  /**
   * Path of a static file on `hosts`, instead of the contact service. `{language}` and `{region}` in it stand for those of the
   * page. There is no call for the locales, and the other paths are not used. See frame/contact/file/README.md.
   */
  file: v.optional(v.pipe(v.string(), v.regex(/^\/[^\s?#]*$/, 'is not a path, such as /contact.json'))),
  /** Hosts of the older API, used when `hosts` answer 5xx (SC-135). */
  olderHosts: v.optional(serviceHosts, []),
  /** Paths of the calls. */
  paths: v.optional(
    v.strictObject({
      /** What a page offers. */
      lookup: v.optional(servicePath, '/contact/lookup'),
      /** All languages of a focus area, for the list of locations. */
      focusArea: v.optional(servicePath, '/contact/lookup/focus-area'),
      /** Only the locales of a focus area. */
      keys: v.optional(servicePath, '/contact/keys'),
      /** The visitor's time zone, when a lookup has none. */
      clientInfo: v.optional(servicePath, '/contact/client-info'),
    }),
    {},
  ),
  /**
   * Languages whose built-in texts are used, for pages in these languages; without a list, all of ours. The texts of the
   * contact service, or of the file, replace ours key by key. English is always included.
   */
  languages: v.optional(v.array(v.picklist(languageTags))),
  /** Whether the contacts are for sales: the header says “Contact Sales” in place of “Contact us”. A company’s own title wins. */
  isForSales: v.optional(v.boolean()),
  /** Fields that the service omits from its answer, sent as `prune`. */
  prune: v.optional(v.array(v.string()), ['internal', 'audit']),
  /** The focus area that turns the widget off on a page (SH-077). */
  noContactFocusArea: v.optional(v.string(), 'no-contact-module'),
});

export type ContactDeployment = v.InferOutput<typeof contactDeployment>;
