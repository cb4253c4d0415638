/** Whether the key belongs to the text of an input method. Chrome on Android and Safari report it by key code 229 only. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}
