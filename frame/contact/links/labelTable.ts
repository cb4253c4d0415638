/**
 * The texts of contact links by locale (SH-087): each label with the locales that use it. A bare language covers all of its
 * regions that are not listed. The first two labels are the ones that the others translate: an invitation to talk, and a
 * neutral one where an invitation would sound too familiar.
 */
export interface LabelRow {
  readonly label: string;
  readonly text: string;
  readonly locales: readonly string[];
}

export const labelTable: readonly LabelRow[] = [
  { label: 'lets-talk', text: "Let's talk", locales: ['en-US', 'en-CA', 'en-AU', 'en-NZ', 'en-GB', 'en-IE', 'en-ZA'] },
  { label: 'contact-us', text: 'Contact us', locales: ['en', 'en-IN', 'en-SG', 'en-HK', 'en-AE'] },
  { label: 'contact-us-ar', text: 'تواصل معنا', locales: ['ar', 'ar-SA', 'ar-AE', 'ar-EG'] },
  { label: 'contact-us-bg', text: 'Свържете се с нас', locales: ['bg', 'bg-BG'] },
  { label: 'contact-us-ca', text: 'Contacta amb nosaltres', locales: ['ca', 'ca-ES'] },
  { label: 'contact-us-cs', text: 'Kontaktujte nás', locales: ['cs', 'cs-CZ'] },
  { label: 'contact-us-da', text: 'Kontakt os', locales: ['da', 'da-DK'] },
  { label: 'lets-talk-de', text: 'Sprechen Sie mit uns', locales: ['de', 'de-DE', 'de-AT', 'de-CH'] },
  { label: 'contact-us-el', text: 'Επικοινωνήστε μαζί μας', locales: ['el', 'el-GR', 'el-CY'] },
  { label: 'lets-talk-es', text: 'Hablemos', locales: ['es', 'es-ES', 'es-MX', 'es-AR', 'es-CL', 'es-CO', 'es-PE'] },
  { label: 'contact-us-et', text: 'Võtke meiega ühendust', locales: ['et', 'et-EE'] },
  { label: 'contact-us-fi', text: 'Ota yhteyttä', locales: ['fi', 'fi-FI'] },
  { label: 'lets-talk-fr', text: 'Parlons-en', locales: ['fr-FR', 'fr-CA'] },
  { label: 'contact-us-fr', text: 'Contactez-nous', locales: ['fr', 'fr-BE', 'fr-CH', 'fr-LU', 'fr-MA'] },
  { label: 'contact-us-he', text: 'צרו קשר', locales: ['he', 'iw', 'he-IL'] },
  { label: 'contact-us-hi', text: 'हमसे संपर्क करें', locales: ['hi', 'hi-IN'] },
  { label: 'contact-us-hr', text: 'Kontaktirajte nas', locales: ['hr', 'hr-HR'] },
  { label: 'contact-us-hu', text: 'Lépjen kapcsolatba velünk', locales: ['hu', 'hu-HU'] },
  { label: 'contact-us-id', text: 'Hubungi kami', locales: ['id', 'in', 'id-ID'] },
  { label: 'lets-talk-it', text: 'Parliamone', locales: ['it', 'it-IT', 'it-CH'] },
  { label: 'contact-us-ja', text: 'お問い合わせ', locales: ['ja', 'ja-JP'] },
  { label: 'contact-us-kk', text: 'Бізге хабарласыңыз', locales: ['kk', 'kk-KZ'] },
  { label: 'contact-us-ko', text: '문의하기', locales: ['ko', 'ko-KR'] },
  { label: 'contact-us-lt', text: 'Susisiekite su mumis', locales: ['lt', 'lt-LT'] },
  { label: 'contact-us-lv', text: 'Sazinieties ar mums', locales: ['lv', 'lv-LV'] },
  { label: 'contact-us-ms', text: 'Hubungi kami', locales: ['ms', 'ms-MY'] },
  { label: 'contact-us-nl', text: 'Neem contact op', locales: ['nl', 'nl-NL', 'nl-BE'] },
  { label: 'contact-us-no', text: 'Kontakt oss', locales: ['no', 'nb', 'nn', 'nb-NO', 'nn-NO', 'no-NO'] },
  { label: 'contact-us-pl', text: 'Skontaktuj się z nami', locales: ['pl', 'pl-PL'] },
  { label: 'lets-talk-pt', text: 'Vamos conversar', locales: ['pt-BR'] },
  { label: 'contact-us-pt', text: 'Contacte-nos', locales: ['pt', 'pt-PT'] },
  { label: 'contact-us-ro', text: 'Contactați-ne', locales: ['ro', 'ro-RO', 'ro-MD'] },
  { label: 'contact-us-ru', text: 'Связаться с нами', locales: ['ru', 'ru-RU'] },
  { label: 'contact-us-sk', text: 'Kontaktujte nás', locales: ['sk', 'sk-SK'] },
  { label: 'contact-us-sl', text: 'Stopite v stik z nami', locales: ['sl', 'sl-SI'] },
  { label: 'contact-us-sr', text: 'Kontaktirajte nas', locales: ['sr', 'sr-RS', 'bs', 'bs-BA'] },
  { label: 'contact-us-sv', text: 'Kontakta oss', locales: ['sv', 'sv-SE', 'sv-FI'] },
  { label: 'contact-us-th', text: 'ติดต่อเรา', locales: ['th', 'th-TH'] },
  { label: 'contact-us-tr', text: 'Bize ulaşın', locales: ['tr', 'tr-TR'] },
  { label: 'contact-us-uk', text: "Зв'яжіться з нами", locales: ['uk', 'uk-UA'] },
  { label: 'contact-us-vi', text: 'Liên hệ với chúng tôi', locales: ['vi', 'vi-VN'] },
  { label: 'contact-us-zh-hans', text: '联系我们', locales: ['zh', 'zh-CN', 'zh-SG'] },
  { label: 'contact-us-zh-hant', text: '聯絡我們', locales: ['zh-TW', 'zh-HK', 'zh-MO'] },
];
