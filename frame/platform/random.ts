/** A number from 0 up to, not including, 1. */
export function random(): number {
  return Math.random();
}
