import { englishWords } from './englishWords.ts';
import type { KindTexts } from './linkWords.ts';

const traditionalChinese: KindTexts = {
  chat: '線上聊天',
  phone: '致電我們',
  email: '傳送電子郵件',
  scheduler: '預約通話',
};

/**
 * The texts of links that lead to one way of contact (SH-087), by language, or by locale where a region has its own. Links
 * of different kinds are often next to each other, so each text says where it leads. In a language without a row they have
 * the label of the locale.
 */
export const kindTable: Readonly<Record<string, KindTexts>> = {
  ar: {
    chat: 'تحدّث معنا',
    phone: 'اتصل بنا هاتفيًا',
    email: 'راسلنا بالبريد الإلكتروني',
    scheduler: 'حجز مكالمة',
  },
  cs: { chat: 'Chatujte s námi', phone: 'Zavolejte nám', email: 'Napište nám', scheduler: 'Naplánovat hovor' },
  da: { chat: 'Chat med os', phone: 'Ring til os', email: 'Send os en e-mail', scheduler: 'Book et opkald' },
  de: { chat: 'Chat starten', phone: 'Anrufen', email: 'E-Mail schreiben', scheduler: 'Termin buchen' },
  en: englishWords.kinds.en,
  es: {
    chat: 'Chatee con nosotros',
    phone: 'Llámenos',
    email: 'Escríbanos',
    scheduler: 'Reservar una llamada',
  },
  fi: { chat: 'Chattaa kanssamme', phone: 'Soita meille', email: 'Lähetä sähköpostia', scheduler: 'Varaa puhelu' },
  fr: {
    chat: 'Chatter avec nous',
    phone: 'Nous appeler',
    email: 'Nous écrire',
    scheduler: 'Réserver un appel',
  },
  he: { chat: 'צ׳אט איתנו', phone: 'התקשרות אלינו', email: 'שליחת דוא״ל', scheduler: 'תיאום שיחה' },
  it: { chat: 'Avvia una chat', phone: 'Chiama', email: 'Scrivi un’e-mail', scheduler: 'Prenota una chiamata' },
  ja: { chat: 'チャットで相談', phone: '電話する', email: 'メールを送る', scheduler: '相談を予約' },
  ko: { chat: '채팅하기', phone: '전화하기', email: '이메일 보내기', scheduler: '통화 예약' },
  nl: { chat: 'Chat met ons', phone: 'Bel ons', email: 'Mail ons', scheduler: 'Gesprek plannen' },
  no: { chat: 'Chat med oss', phone: 'Ring oss', email: 'Send oss en e-post', scheduler: 'Bestill en samtale' },
  pl: {
    chat: 'Porozmawiaj na czacie',
    phone: 'Zadzwoń do nas',
    email: 'Napisz do nas',
    scheduler: 'Umów rozmowę',
  },
  pt: { chat: 'Conversar por chat', phone: 'Ligar', email: 'Enviar e-mail', scheduler: 'Agendar uma ligação' },
  ru: { chat: 'Написать в чат', phone: 'Позвонить', email: 'Написать письмо', scheduler: 'Запланировать звонок' },
  sv: { chat: 'Chatta med oss', phone: 'Ring oss', email: 'Mejla oss', scheduler: 'Boka ett samtal' },
  tr: {
    chat: 'Bizimle sohbet edin',
    phone: 'Bizi arayın',
    email: 'E-posta gönderin',
    scheduler: 'Görüşme planlayın',
  },
  zh: { chat: '在线聊天', phone: '致电我们', email: '发送邮件', scheduler: '预约通话' },
  'zh-HK': traditionalChinese,
  'zh-MO': traditionalChinese,
  'zh-TW': traditionalChinese,
};
