/** What to log of something thrown; the client keeps out of the frame's own errors, so that it stands alone as a chunk. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
