import { japanese as ofProduct } from '../../../../frame/text/languages/ja.ts';
import { type Fragments, plainTexts } from './plainTexts.ts';

export const japanese: Fragments = {
  ...plainTexts(ofProduct),
  ...{
    support: {
      opened: 'チャットは別のウィンドウで開いています。このページは引き続きご利用いただけます。',
    },
    legacyChat: {
      opened: 'チャットはこのページで開いています。',
    },
    experiments: {
      'proactive_headline.question': 'ご質問はありませんか？',
      'proactive_headline.expert': '専門スタッフがお答えできます',
      'scheduler_first_question.expert': '専門スタッフとの30分の無料相談を、ご都合のよい時間に。',
      'bot_welcome.short': 'こんにちは。ご用件をどうぞ。',
      'bot_welcome.guide': 'こんにちは。お探しのものをお聞かせください。最適なページや担当者をご案内します。',
      'header_sales_wording.sales': '営業に相談する',
    },
  },
};
