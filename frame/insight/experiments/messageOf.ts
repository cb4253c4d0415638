/** The message of a thrown value. Independent of platform/errors.ts, so that the client is a separate chunk. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
