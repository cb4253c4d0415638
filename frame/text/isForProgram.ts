/**
 * Whether the frame opens the address itself, in a new tab of the frame, which closes at once: a mail or phone address. If the page opened
 * it, browsers would ask the visitor whether to leave (F-PG20). Only Safari would leave an empty tab.
 */
export const isForProgram = (href: string): boolean =>
  /^(?:mailto|tel|sms):/i.test(href) && !('GestureEvent' in globalThis);
