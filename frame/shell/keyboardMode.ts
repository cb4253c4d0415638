/** SH-159: Tab marks keyboard-user mode; the next use of a pointer ends it. */
export function nextKeyboardMode(isKeyboardUser: boolean, event: { type: string; key?: string }): boolean {
  if (event.type === 'keydown' && event.key === 'Tab') return true;
  return event.type === 'pointerdown' ? false : isKeyboardUser;
}

export interface KeyPress {
  readonly key: string;
  /** Lower-case name of the focused element. */
  readonly tag: string;
  readonly isEditable?: boolean;
  readonly isComposing?: boolean;
}

/** SH-159: Enter and Space (codes 13 and 32) activate the focused element except where they are typed. */
export function canActivate(press: KeyPress): boolean {
  if (press.key !== 'Enter' && press.key !== ' ') return false;
  return !press.isComposing && !press.isEditable && press.tag !== 'input' && press.tag !== 'textarea';
}
