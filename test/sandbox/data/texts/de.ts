import { german as ofProduct } from '../../../../frame/text/languages/de.ts';
import { type Fragments, plainTexts } from './plainTexts.ts';

export const german: Fragments = {
  ...plainTexts(ofProduct),
  ...{
    support: {
      opened: 'Ihr Chat ist in einem eigenen Fenster geöffnet. Sie können diese Seite weiter nutzen.',
    },
    legacyChat: {
      opened: 'Ihr Chat ist auf dieser Seite geöffnet.',
    },
    experiments: {
      'proactive_headline.question': 'Fragen? Fragen Sie uns.',
      'proactive_headline.expert': 'Gerade ist jemand vom Fach da',
      'scheduler_first_question.expert': 'Wählen Sie eine Zeit für ein Gespräch mit Fachleuten, 30 Minuten kostenlos.',
      'bot_welcome.short': 'Hallo! Womit kann ich helfen?',
      'bot_welcome.guide': 'Hallo! Sagen Sie mir, was Sie suchen, und ich finde die richtige Seite oder Person.',
      'header_sales_wording.sales': 'Mit dem Vertrieb sprechen',
    },
  },
};
