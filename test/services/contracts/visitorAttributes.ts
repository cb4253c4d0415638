import * as v from 'valibot';

/** The typed records of `engagementAttributes`, which two services of a vendor take. */
export const attributeSchemas = [
  v.strictObject({ type: v.literal('lead'), lead: v.strictObject({ topic: v.string() }) }),
  v.strictObject({
    type: v.literal('ctmrinfo'),
    info: v.strictObject({
      customerId: v.optional(v.string()),
      loginStatus: v.optional(v.picklist([0, 1])),
      /** The address of the page. */
      imei: v.optional(v.string()),
      /** The address of the page. */
      chatStartUrl: v.optional(v.string()),
      /** The vendor's id of the page view. */
      chatStartUPageviewId: v.optional(v.string()),
      /** The type of the visitor's account. */
      role: v.optional(v.string()),
    }),
  }),
] as const;
