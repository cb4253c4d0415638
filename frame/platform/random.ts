/** A random number, at least 0 and less than 1. */
export function random(): number {
  return Math.random();
}
