/** Creates a random id. */
export function createId(): string {
  return crypto.randomUUID();
}
