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
