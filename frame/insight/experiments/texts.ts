/**
 * Built-in wordings by experiment key and variation. A deployment adds other wordings and languages as text fragments
 * with the same keys in section `experiments`. A variation without wording uses the feature's default.
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
