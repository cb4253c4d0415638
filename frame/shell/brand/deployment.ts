import * as v from 'valibot';
import { colourProblem } from './brandColours.ts';

const colour = v.pipe(v.string(), v.regex(/^#[\dA-Fa-f]{6}$/, 'is not a colour, such as #1155dd'));

/** Matches each word in either case, without the flag `i`, because JSON Schema has no flags. */
const keywords = ['inherit', 'initial', 'unset', 'revert', 'default']
  .map((word) => word.replace(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join('|');

/** Words, or any name in quotes; as in CSS, without functions and without words that mean something else there. */
const family = String.raw`(?:"[\p{L}\p{N} ._\-]+"|'[\p{L}\p{N} ._\-]+'|(?!(?:${keywords})\b)-?[A-Za-z_][\w\-]*(?: [A-Za-z_][\w\-]*)*)`;

/** The `brand` section of the deployment file: how the widget looks and where its pill is. */
export const brandDeployment = v.pipe(
  v.strictObject({
    /**
     * The company's colour, such as `#1155dd`: the pill, buttons, links and the visitor's messages. It replaces the default theme;
     * pages that name a theme keep theirs. It needs a contrast of 3:1 on the pane; the dark scheme adapts it.
     */
    accent: v.optional(colour),
    /** Text on the accent, with a contrast of 4.5:1. Without it white or black. */
    onAccent: v.optional(colour),
    /**
     * Fonts as in CSS, best first: `"Source Sans 3", Inter`. The browser's own follow. Both pill and pane use them where they are
     * installed. The pane loads font files from `vendorFiles.fontStyles`; the pill uses fonts that the page has loaded.
     */
    font: v.optional(
      v.pipe(
        v.string(),
        v.regex(
          new RegExp(`^(?!.{201})${family}(?:, ?${family})*$`, 'u'),
          'is not a list of fonts, such as "Source Sans 3", Inter',
        ),
      ),
    ),
    /** Corner radius of buttons and fields, px. The pane has twice as much, the pill three times. */
    radius: v.optional(v.picklist([0, 2, 4, 6, 8, 10, 12]), 8),
    /** Width of the pane on a wide screen, px, up to 400. Default: 320, where text wraps sooner and offers are in one column. */
    width: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(320, 'is not a width from 320 to 400'),
        v.maxValue(400, 'is not a width from 320 to 400'),
      ),
    ),
    /** The bottom corner of pill and pane: where lines of text end, or where they start. Right-to-left languages mirror it. */
    side: v.optional(v.picklist(['end', 'start']), 'end'),
    /** The pane's scheme. `auto` follows the page if it has one, otherwise the visitor. A page's attribute wins. */
    colorScheme: v.optional(v.picklist(['auto', 'light', 'dark'])),
    /** The sign in the pill's icon while nothing is unread. Without it the icon is an empty bubble. */
    sign: v.optional(v.picklist(['?', '!', '+', 'i', '···'])),
    /**
     * The words in the pill by language, such as `{ "en": "Ask us", "de": "Frag uns" }`, at most 30 characters each. They replace
     * the text `pill.label`. A language without an entry keeps its own words.
     */
    label: v.optional(
      v.record(
        v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/, 'is not a language without its region, such as en')),
        v.pipe(v.string(), v.regex(/^(?=.*\S).{1,30}$/u, 'is not a label of 1 to 30 characters')),
      ),
    ),
    /** What follows from the other fields, by the build. */
    $styles: v.optional(
      v.object({
        /** The pill's look. */
        pill: v.object({
          /** Its corners, in px. */
          borderRadius: v.number(),
          /** Its font, as in CSS. */
          font: v.optional(v.string()),
          /** Its colour. */
          backgroundColor: v.optional(v.string()),
          /** The colour of its words. */
          color: v.optional(v.string()),
        }),
        /** The style sheet of the frame. */
        sheet: v.string(),
      }),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? colourProblem(dataset.value) : undefined;
    if (!dataset.typed || !problem) return;
    const { field: key, sentence: message } = problem;
    addIssue({
      message,
      path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] }],
    });
  }),
);

export type BrandDeployment = v.InferOutput<typeof brandDeployment>;
