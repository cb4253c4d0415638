/**
 * The command in a message of the page to itself: its own `type`, or the message (F-PG1). Nothing is read from a prototype or
 * turned into text. The caller compares it exactly; every other value belongs to the page.
 */
export const commandIn = (data: unknown): unknown =>
  Object.hasOwn(data as object, 'type') ? (data as { type: unknown }).type : data;
