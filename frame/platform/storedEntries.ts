/**
 * What the frame has stored, by name, without the registry's reader, which is not in the core. Empty where the browser refuses
 * storage.
 */
export function storedEntries(self: Window): Readonly<Record<string, string>> {
  try {
    return { ...self.localStorage, ...self.sessionStorage };
  } catch {
    return {};
  }
}
