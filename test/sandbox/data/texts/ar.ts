import { arabic as ofProduct } from '../../../../frame/text/languages/ar.ts';
import { type Fragments, plainTexts } from './plainTexts.ts';

export const arabic: Fragments = {
  ...plainTexts(ofProduct),
  ...{
    support: {
      opened: 'محادثتك مفتوحة في نافذة خاصة بها. يمكنك متابعة استخدام هذه الصفحة.',
    },
    legacyChat: {
      opened: 'محادثتك مفتوحة في هذه الصفحة.',
    },
    experiments: {
      'proactive_headline.question': 'لديك أسئلة؟ اسألنا ما تشاء.',
      'proactive_headline.expert': 'أحد خبرائنا متاح الآن',
      'scheduler_first_question.expert': 'اختر موعدًا للتحدث مع خبير، مجانًا لمدة 30 دقيقة.',
      'bot_welcome.short': 'مرحبًا! كيف يمكنني مساعدتك؟',
      'bot_welcome.guide': 'مرحبًا! أخبرني عمّا تبحث عنه وسأدلّك على الصفحة أو الشخص المناسب.',
      'header_sales_wording.sales': 'تحدّث إلى المبيعات',
    },
  },
};
