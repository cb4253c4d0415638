import * as v from 'valibot';

/** The frame's policy gets its origin, which an address without a scheme does not name. */
const vendorFile = v.pipe(
  v.string(),
  v.regex(
    /^(https?:\/\/[\w.:[\]-]+([/?#]\S*)?|\/(?!\/)\S+)?$/,
    'is not an address, such as https://fonts.example.com/sans.css',
  ),
);

/**
 * Files of vendors that the frame loads with the pane, never the page (SH-026). Each is an address, or empty. The origin of a
 * style sheet is allowed by the frame's policy; the origin of the script must be in `scriptOrigins`.
 */
export const vendorFilesDeployment = v.strictObject({
  /** The notice-and-choice vendor's script. */
  noticeScript: v.optional(vendorFile, ''),
  /** Style sheet of the support products. Not loaded without consent for chat. */
  supportStyles: v.optional(vendorFile, ''),
  /** Style sheet that declares a font, for `brand.font`. Fonts of the same origin are allowed. */
  fontStyles: v.optional(vendorFile, ''),
});

export type VendorFilesInput = v.InferInput<typeof vendorFilesDeployment>;
