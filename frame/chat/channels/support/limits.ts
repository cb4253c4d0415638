/** How often the provider's program is looked for after its script was added (CH-153). */
export const lookIntervalMs = 100;

/** How long it is looked for. Ours: a blocked script never comes, and the entry must say so (CH-153). */
export const lookLimitMs = 10_000;

/** The variant that opens its window at a size of its own, in CSS pixels (CH-155). */
export const sizedVariant = 'salesforcetrusteer';
export const windowWidthPx = 782;
export const windowHeightPx = 524;
