/** Random identifiers and numbers; the frame's only source of randomness. */
export function createId(): string {
  return crypto.randomUUID();
}

/** A number from 0 up to, not including, 1. */
export function random(): number {
  return Math.random();
}
