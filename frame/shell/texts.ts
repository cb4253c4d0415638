/** The shell's built-in English (SH-080); a translation's fragment of the same section and key wins. */
export const pillTexts = {
  label: "Let's talk",
  unread: '{count} unread',
} as const;

export const headerTexts = {
  title: 'Contact Sales',
  subtitle: '',
  minimize: 'Minimize',
  close: 'Close chat',
  backToMenu: 'Back to all contact options',
  backToChat: 'Back to the chat',
} as const;

export const paneTexts = {
  title: 'Contact',
  loading: 'Loading',
  failed: "We couldn't load our contact options. Use a link below or try again.",
  invalid: "Contact options aren't available for this page.",
  empty: 'There are no contact options for this page right now.',
  crashed: 'Something went wrong.',
  chunkFailed: "We couldn't open the contact window. Check your connection and try again.",
  tabBlocked: 'Your browser blocked the new tab.',
  openLink: 'Open the link',
  close: 'Close',
  tryAgain: 'Try again',
  reload: 'Reload',
  defaultContact: 'Contact us',
  defaultChat: 'Chat with us',
  defaultEmail: 'Send us an e-mail',
  defaultPhone: 'Call us',
  defaultScheduler: 'Book a call',
} as const;
