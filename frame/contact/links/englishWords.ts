import type { LinkWords } from './linkWords.ts';
import { salesTexts } from './texts.ts';

/**
 * English has two labels: an invitation to talk, and a neutral one where an invitation would sound too familiar. The other
 * languages translate one of the two.
 */
export const englishWords = {
  labels: [
    {
      label: 'lets-talk',
      text: "Let's talk",
      locales: ['en-US', 'en-CA', 'en-AU', 'en-NZ', 'en-GB', 'en-IE', 'en-ZA'],
    },
    { label: 'contact-us', text: 'Contact us', locales: ['en', 'en-IN', 'en-SG', 'en-HK', 'en-AE'] },
  ],
  kinds: { en: { chat: 'Chat with us', phone: 'Call us', email: 'Email us', scheduler: 'Book a call', ...salesTexts } },
} as const satisfies LinkWords;
