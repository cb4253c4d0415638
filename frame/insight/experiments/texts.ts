/**
 * Wording of the variations that come with the product, in section `experiments`, by experiment key and variation. A
 * deployment adds its own, and every language but English, as text fragments of the same form; a variation without wording
 * leaves the feature's default.
 */
export const experimentTexts = {
  'proactive_headline.question': 'Questions? Ask us anything.',
  'proactive_headline.expert': 'An expert is online now',
  'scheduler_first_question.expert': 'Pick a time to talk with an expert, free for 30 minutes.',
  'header_sales_wording.sales': 'Talk to sales',
  'bot_welcome.short': 'Hi! How can I help?',
  'bot_welcome.guide': 'Hi! Tell me what you are looking for and I will find the right page or person.',
} as const;

export const experimentSection = 'experiments';
