/** The shell's built-in English (SH-080); a translation's fragment of the same section and key wins. */
export const pillTexts = {
  label: "Let's talk",
  unread: '{count} unread',
  labelUnread: '{label}, {unread}',
} as const;

/** Section `pane`, the texts that the core needs without the app. */
export const coreTexts = {
  title: 'Contact',
  loading: 'Loading',
  chunkFailed: 'We could not open the contact window. Check your connection and try again.',
  tryAgain: 'Try again',
  close: 'Close',
  defaultContact: 'Contact us',
  defaultChat: 'Chat with us',
  defaultEmail: 'Send us an email',
  defaultPhone: 'Call us',
  defaultScheduler: 'Book a call',
} as const;
