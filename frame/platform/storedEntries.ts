/** The value of a stored entry. Undefined if there is none, or if it was edited by hand. */
export function parseStored(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {}
}

/**
 * The frame's stored entries by name. The core uses this instead of `createFrameStorage`, which is not in it. Empty if the
 * browser refuses storage.
 */
export function storedEntries(self: Window): Readonly<Record<string, string>> {
  try {
    return { ...self.localStorage, ...self.sessionStorage };
  } catch {
    return {};
  }
}
