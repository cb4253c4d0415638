import * as v from 'valibot';

/**
 * Files of vendors that the frame loads with the pane, never the page (SH-026). Each is an address, or empty. The origin of a
 * style sheet is allowed by the frame's policy; the origin of the script must be in `scriptOrigins`.
 */
export const vendorFilesDeployment = v.strictObject({
  /** The notice-and-choice vendor's script. */
  noticeScript: v.optional(v.string(), ''),
  /** Style sheet of the support products. Not loaded without consent for chat. */
  supportStyles: v.optional(v.string(), ''),
  /** Style sheet that declares a font, for `brand.font`. Fonts of the same origin are allowed. */
  fontStyles: v.optional(v.string(), ''),
});

export type VendorFilesInput = v.InferInput<typeof vendorFilesDeployment>;
