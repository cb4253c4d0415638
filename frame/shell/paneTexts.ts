import { coreTexts } from './texts.ts';

/** The texts of the shell's views, sections `header` and `pane` (SH-080). */
export const headerTexts = {
  title: 'Contact us',
  /** In a deployment for sales (SH-044). */
  salesTitle: 'Contact Sales',
  /** The address that the title links to (SH-045). Empty or invalid: no link. */
  titleLink: '',
  subtitle: '',
  subtitleLink: '',
  minimize: 'Minimize',
  close: 'Close chat',
  backToMenu: 'Back to all contact options',
  backToChat: 'Back to the chat',
} as const;

export const paneTexts = {
  ...coreTexts,
  failed: 'We could not load our contact options. Use a link below or try again.',
  failedWithoutLinks: 'We could not load our contact options. Please try again.',
  invalid: 'Contact options are not available for this page.',
  empty: 'There are no contact options for this page right now.',
  noChat: 'Nobody can chat right now. You can reach us in another way.',
  crashed: 'Something went wrong.',
  tabBlocked: 'Your browser blocked the new tab.',
  openLink: 'Open the link',
  reload: 'Reload',
} as const;
