/** Random identifiers and numbers; the frame's only source of randomness. */
export function createId(): string {
  return crypto.randomUUID();
}
