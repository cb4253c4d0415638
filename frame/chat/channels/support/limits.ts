/** How often to check whether the vendor's SDK exists after its script was added (CH-153). */
export const sdkPollMs = 100;

/** How long to wait for the SDK: a blocked script never runs, and the menu entry must become unavailable (CH-153). */
export const sdkTimeoutMs = 10_000;

/** The adapter that opens its window at a fixed size, in CSS pixels (CH-155). */
export const fixedSizeAdapter = 'salesforcetrusteer';
export const windowWidthPx = 782;
export const windowHeightPx = 524;
