// Long, so that a translator can compare four languages in one file.
/** The front page's texts. */

export type Language = 'en' | 'de' | 'ja' | 'ar';

export interface FrontWords {
  /** For `<html lang>`, and for the language and region of the contact lookup. */
  readonly locale: string;
  readonly title: string;
  readonly news: string;
  readonly nav: {
    readonly products: string;
    readonly pricing: string;
    readonly docs: string;
    readonly company: string;
  };
  readonly menu: string;
  readonly signIn: string;
  /** The pill's label, as the widget itself has it. */
  readonly pill: string;
  readonly contactUs: string;
  readonly eyebrow: string;
  readonly headline: string;
  readonly lead: string;
  readonly start: string;
  readonly chat: string;
  readonly heroAlt: string;
  readonly trusted: string;
  readonly productsTitle: string;
  readonly productsLead: string;
  readonly products: readonly [Product, Product, Product];
  readonly learn: string;
  readonly book: string;
  readonly figures: readonly (readonly [figure: string, meaning: string])[];
  readonly moveTitle: string;
  readonly moveLead: string;
  readonly moveSteps: readonly string[];
  readonly quote: string;
  readonly quoteBy: string;
  readonly contactTitle: string;
  readonly contactLead: string;
  readonly ways: {
    readonly phone: readonly [string, string];
    readonly email: readonly [string, string];
    readonly scheduler: readonly [string, string];
    readonly contact: readonly [string, string];
  };
  readonly footer: readonly (readonly [heading: string, ...links: string[]])[];
  readonly legal: string;
  readonly inner: { readonly contact: string; readonly docs: string; readonly booking: string; readonly text: string };
  readonly form: {
    readonly name: string;
    readonly email: string;
    readonly message: string;
    readonly send: string;
    readonly sent: string;
  };
}

interface Product {
  readonly area: 'cloud' | 'data' | 'security';
  readonly name: string;
  readonly text: string;
  readonly points: readonly string[];
}

const en: FrontWords = {
  locale: 'en-US',
  title: 'Northwind Cloud: infrastructure that stays out of your way',
  news: 'New: Northwind Data now runs in Frankfurt, Osaka and Riyadh',
  nav: { products: 'Products', pricing: 'Pricing', docs: 'Docs', company: 'Company' },
  menu: 'Menu',
  signIn: 'Sign in',
  pill: "Let's talk",
  contactUs: 'Contact us',
  eyebrow: 'Cloud, data and security from one company',
  headline: 'Infrastructure that stays out of your way',
  lead: 'Run services, data and security on one platform, close to your customers. One bill, one console, and the same people every time you call.',
  start: 'Start for free',
  chat: 'Chat with sales',
  heroAlt: 'The Northwind console with the response times of a service and its regions',
  trusted: 'Trusted by teams at',
  productsTitle: 'Three products, built to work together',
  productsLead: 'Take one today and the others when you need them. They share identities, networks and one invoice.',
  products: [
    {
      area: 'cloud',
      name: 'Northwind Cloud',
      text: 'Containers and virtual machines that start in seconds and move between regions while they run.',
      points: ['31 regions on five continents', 'Billed by the second', 'Managed Kubernetes at no charge'],
    },
    {
      area: 'data',
      name: 'Northwind Data',
      text: 'A data warehouse and a stream in one. Query data that is one second old, in plain SQL.',
      points: ['Compatible with Postgres', 'Test copies in one click', 'Lineage for every column'],
    },
    {
      area: 'security',
      name: 'Northwind Shield',
      text: 'Identity, threat detection and evidence for your auditors, on by default.',
      points: ['Single sign-on for everyone', 'Analysts on call around the clock', 'ISO 27001, SOC 2, C5'],
    },
  ],
  learn: 'Learn more',
  book: 'Book a call',
  figures: [
    ['31', 'regions'],
    ['99.99%', 'guaranteed uptime'],
    ['38 ms', 'to 9 out of 10 of your users'],
    ['4,200', 'companies'],
  ],
  moveTitle: 'Move in over a weekend',
  moveLead:
    'Point our planner at what you run today. It draws up a plan, gives you a price and moves one service at a time, and you can roll back at every step.',
  moveSteps: [
    'Plan from your own configuration',
    'Rehearse with a copy of live traffic',
    'Switch over, and roll back if you need to',
  ],
  quote:
    '“We moved 140 services in nine weekends. The only thing our customers noticed was that the pages got faster.”',
  quoteBy: 'Ingrid Solberg, head of platform, Halvorsen Logistics',
  contactTitle: 'Talk to someone who runs this every day',
  contactLead: 'No call centre. Our engineers take turns answering, in your language.',
  ways: {
    phone: ['Call us', 'Monday to Friday, 8 a.m. to 6 p.m.'],
    email: ['Email us', 'We reply within one business day'],
    scheduler: ['Book a call', '30 minutes, free, at a time you choose'],
    contact: ['All ways to reach us', 'Chat, text messages, forms and more'],
  },
  footer: [
    ['Products', 'Cloud', 'Data', 'Shield', 'Pricing'],
    ['Learn', 'Documentation', 'Tutorials', 'Service status', 'Release notes'],
    ['Company', 'About', 'Careers', 'Newsroom', 'Partners'],
    ['Legal', 'Privacy', 'Terms', 'Cookies', 'Legal notice'],
  ],
  legal: '© 2026 Northwind Cloud. A fictional company; any resemblance is coincidental.',
  inner: {
    contact: 'Contact us',
    docs: 'Documentation',
    booking: 'Book a call with Shield',
    text: 'This is a page of a fictional company. It gives the contact widget’s links a destination.',
  },
  form: {
    name: 'Name',
    email: 'Email',
    message: 'How can we help?',
    send: 'Send',
    sent: 'Thank you. We will reply within one business day.',
  },
};

const de: FrontWords = {
  locale: 'de-DE',
  title: 'Northwind Cloud: Infrastruktur, die nicht im Weg steht',
  news: 'Neu: Northwind Data läuft jetzt auch in Frankfurt, Osaka und Riad',
  nav: { products: 'Produkte', pricing: 'Preise', docs: 'Dokumentation', company: 'Unternehmen' },
  menu: 'Menü',
  signIn: 'Anmelden',
  pill: 'Kontakt',
  contactUs: 'Sprechen Sie uns an',
  eyebrow: 'Cloud, Daten und Sicherheit aus einem Haus',
  headline: 'Infrastruktur, die nicht im Weg steht',
  lead: 'Betreiben Sie Dienste, Daten und Schutz auf einer Plattform, nah bei Ihren Kunden. Eine Rechnung, eine Konsole und immer dieselben Menschen am Telefon.',
  start: 'Kostenlos starten',
  chat: 'Mit dem Vertrieb chatten',
  heroAlt: 'Die Northwind-Konsole: Antwortzeiten eines Dienstes und die Regionen, in denen er läuft',
  trusted: 'Im Einsatz bei',
  productsTitle: 'Drei Produkte, füreinander gemacht',
  productsLead:
    'Beginnen Sie mit einem und nehmen Sie die anderen dazu, wenn Sie sie brauchen. Identitäten, Netze und Rechnung teilen sie sich.',
  products: [
    {
      area: 'cloud',
      name: 'Northwind Cloud',
      text: 'Container und virtuelle Maschinen, die in Sekunden starten und im laufenden Betrieb die Region wechseln.',
      points: ['31 Regionen auf fünf Kontinenten', 'Sekundengenaue Abrechnung', 'Verwaltetes Kubernetes ohne Aufpreis'],
    },
    {
      area: 'data',
      name: 'Northwind Data',
      text: 'Warehouse und Datenstrom in einem. Fragen Sie Daten ab, die eine Sekunde alt sind, in einfachem SQL.',
      points: ['Spricht das Postgres-Protokoll', 'Testkopien mit einem Klick', 'Herkunftsnachweis für jede Spalte'],
    },
    {
      area: 'security',
      name: 'Northwind Shield',
      text: 'Identitäten, Bedrohungserkennung und Nachweise für Ihre Prüfer, von Anfang an eingeschaltet.',
      points: ['Single Sign-on für alle', 'Analysten rund um die Uhr', 'ISO 27001, SOC 2, C5'],
    },
  ],
  learn: 'Mehr erfahren',
  book: 'Termin buchen',
  figures: [
    ['31', 'Regionen'],
    ['99,99 %', 'Verfügbarkeit, im Vertrag'],
    ['38 ms', 'zu neun von zehn Ihrer Nutzer'],
    ['4.200', 'Unternehmen'],
  ],
  moveTitle: 'Umzug am Wochenende',
  moveLead:
    'Zeigen Sie unserem Planer, was heute bei Ihnen läuft. Er zeichnet den Plan, nennt den Preis und zieht Dienst für Dienst um, mit einem Rückweg bei jedem Schritt.',
  moveSteps: [
    'Planung aus Ihrer eigenen Konfiguration',
    'Probelauf mit einer Kopie des Verkehrs',
    'Umschalten, auf Wunsch auch zurück',
  ],
  quote: '„140 Dienste in neun Wochenenden. Unsere Kunden haben nur bemerkt, dass die Seiten schneller wurden.“',
  quoteBy: 'Ingrid Solberg, Leiterin Plattform, Halvorsen Logistics',
  contactTitle: 'Sprechen Sie mit Menschen, die das täglich betreiben',
  contactLead:
    'Kein Callcenter. Unsere Ingenieurinnen und Ingenieure wechseln sich am Telefon ab und antworten in Ihrer Sprache.',
  ways: {
    phone: ['Anrufen', 'Montag bis Freitag, 8 bis 18 Uhr'],
    email: ['Schreiben', 'Antwort innerhalb eines Werktags'],
    scheduler: ['Termin buchen', '30 Minuten, kostenlos, wann es Ihnen passt'],
    contact: ['Alle Kontaktwege', 'Chat, Formulare und mehr'],
  },
  footer: [
    ['Produkte', 'Cloud', 'Data', 'Shield', 'Preise'],
    ['Lernen', 'Dokumentation', 'Anleitungen', 'Dienststatus', 'Versionshinweise'],
    ['Unternehmen', 'Über uns', 'Karriere', 'Presse', 'Partner'],
    ['Rechtliches', 'Datenschutz', 'Bedingungen', 'Cookies', 'Impressum'],
  ],
  legal: '© 2026 Northwind Cloud. Ein erfundenes Unternehmen; Ähnlichkeiten sind Zufall.',
  inner: {
    contact: 'Schreiben Sie uns',
    docs: 'Dokumentation',
    booking: 'Termin zu Shield buchen',
    text: 'Dies ist die Seite eines erfundenen Unternehmens. Sie zeigt, dass ein Link des Kontakt-Widgets irgendwo ankommt.',
  },
  form: {
    name: 'Name',
    email: 'E-Mail',
    message: 'Wie können wir helfen?',
    send: 'Senden',
    sent: 'Vielen Dank. Wir antworten innerhalb eines Werktags.',
  },
};

const ja: FrontWords = {
  locale: 'ja-JP',
  title: 'Northwind Cloud：事業の邪魔をしないインフラ',
  news: '新着：Northwind Data がフランクフルト、大阪、リヤドで利用可能に',
  nav: { products: '製品', pricing: '料金', docs: 'ドキュメント', company: '会社情報' },
  menu: 'メニュー',
  signIn: 'サインイン',
  pill: 'お問い合わせ',
  contactUs: '相談する',
  eyebrow: 'クラウド、データ、セキュリティを一社で',
  headline: '事業の邪魔をしないインフラ',
  lead: 'サービスもデータも守りも、お客様の近くにあるひとつの基盤で。請求書はひとつ、コンソールもひとつ、電話に出るのはいつも同じチームです。',
  start: '無料で始める',
  chat: '営業担当とチャット',
  heroAlt: 'Northwind コンソール：サービスの応答時間と稼働リージョン',
  trusted: '導入企業',
  productsTitle: '互いのために作られた三つの製品',
  productsLead: 'まずはひとつから。必要になったら残りを追加できます。ID もネットワークも請求も共通です。',
  products: [
    {
      area: 'cloud',
      name: 'Northwind Cloud',
      text: '数秒で起動し、動かしたままリージョンを移せるコンテナと仮想マシン。',
      points: ['五大陸・31 リージョン', '秒単位の課金', 'マネージド Kubernetes は無料'],
    },
    {
      area: 'data',
      name: 'Northwind Data',
      text: 'ウェアハウスとストリームをひとつに。1 秒前のデータを、いつもの SQL で。',
      points: ['Postgres プロトコル対応', 'ワンクリックで検証用コピー', 'すべての列の来歴を追跡'],
    },
    {
      area: 'security',
      name: 'Northwind Shield',
      text: 'ID 管理、脅威検出、監査証跡。最初から有効です。',
      points: ['全社員にシングルサインオン', 'アナリストが 24 時間対応', 'ISO 27001、SOC 2、C5'],
    },
  ],
  learn: '詳しく見る',
  book: '相談を予約',
  figures: [
    ['31', 'リージョン'],
    ['99.99 %', '契約で保証する稼働率'],
    ['38 ms', '利用者の 9 割までの遅延'],
    ['4,200', '社が利用中'],
  ],
  moveTitle: '週末で引っ越し',
  moveLead:
    '今お使いの構成を読み込ませるだけ。計画と費用を示し、サービスをひとつずつ移します。どの段階でも元に戻せます。',
  moveSteps: ['既存の構成から計画を作成', '本番トラフィックのコピーで予行演習', '切り替え。いつでも切り戻し可能'],
  quote: '「140 のサービスを 9 回の週末で移行しました。お客様が気づいたのは、ページが速くなったことだけです。」',
  quoteBy: 'イングリッド・ソルベルグ、Halvorsen Logistics プラットフォーム責任者',
  contactTitle: '毎日運用している人に、直接どうぞ',
  contactLead: 'コールセンターはありません。エンジニアが交代で、あなたの言語でお答えします。',
  ways: {
    phone: ['電話する', '月〜金 9:00〜18:00'],
    email: ['メールする', '1 営業日以内に返信'],
    scheduler: ['相談を予約', '無料・30 分・ご都合のよい時間に'],
    contact: ['すべてのお問い合わせ方法', 'チャット、フォームなど'],
  },
  footer: [
    ['製品', 'Cloud', 'Data', 'Shield', '料金'],
    ['学ぶ', 'ドキュメント', 'チュートリアル', '稼働状況', 'リリースノート'],
    ['会社', '会社概要', '採用情報', 'ニュースルーム', 'パートナー'],
    ['規約', 'プライバシー', '利用規約', 'Cookie', '運営者情報'],
  ],
  legal: '© 2026 Northwind Cloud. 架空の会社です。',
  inner: {
    contact: 'お問い合わせフォーム',
    docs: 'ドキュメント',
    booking: 'Shield の相談を予約',
    text: '架空の会社のページです。お問い合わせウィジェットのリンク先が存在することを示しています。',
  },
  form: {
    name: 'お名前',
    email: 'メールアドレス',
    message: 'ご用件',
    send: '送信',
    sent: 'ありがとうございます。1 営業日以内にご返信します。',
  },
};

const ar: FrontWords = {
  locale: 'ar-SA',
  title: 'نورثويند كلاود: بنية تحتية لا تعترض طريقك',
  news: 'جديد: نورثويند داتا متاحة الآن في فرانكفورت وأوساكا والرياض',
  nav: { products: 'المنتجات', pricing: 'الأسعار', docs: 'الوثائق', company: 'الشركة' },
  menu: 'القائمة',
  signIn: 'تسجيل الدخول',
  pill: 'تواصل معنا',
  contactUs: 'تحدّث إلينا',
  eyebrow: 'السحابة والبيانات والأمن من مكان واحد',
  headline: 'بنية تحتية لا تعترض طريقك',
  lead: 'شغّل خدماتك وبياناتك ودفاعاتك على منصة واحدة قريبة من عملائك. فاتورة واحدة، ولوحة تحكم واحدة، والفريق نفسه في كل مرة تتصل فيها.',
  start: 'ابدأ مجانًا',
  chat: 'تحدّث مع المبيعات',
  heroAlt: 'لوحة تحكم نورثويند: زمن استجابة إحدى الخدمات والمناطق التي تعمل فيها',
  trusted: 'تعتمد علينا فرق العمل في',
  productsTitle: 'ثلاثة منتجات صُنعت ليكمل بعضها بعضًا',
  productsLead: 'ابدأ بواحد وأضف البقية متى احتجت إليها. تتشارك جميعها الهويات والشبكات والفاتورة.',
  products: [
    {
      area: 'cloud',
      name: 'نورثويند كلاود',
      text: 'حاويات وأجهزة افتراضية تبدأ خلال ثوانٍ وتنتقل بين المناطق دون أن تتوقف.',
      points: ['31 منطقة في خمس قارات', 'محاسبة بالثانية', 'خدمة Kubernetes مُدارة دون رسوم'],
    },
    {
      area: 'data',
      name: 'نورثويند داتا',
      text: 'مستودع وتدفق بيانات في منتج واحد. اسأل بيانات عمرها ثانية واحدة بلغة SQL المعتادة.',
      points: ['متوافق مع بروتوكول Postgres', 'نسخ للاختبار بنقرة واحدة', 'تتبّع مصدر كل عمود'],
    },
    {
      area: 'security',
      name: 'نورثويند شيلد',
      text: 'إدارة الهويات وكشف التهديدات وأدلة جاهزة للمدققين، مفعّلة منذ البداية.',
      points: ['دخول موحّد للجميع', 'محللون على مدار الساعة', 'ISO 27001 وSOC 2 وC5'],
    },
  ],
  learn: 'اعرف المزيد',
  book: 'احجز مكالمة',
  figures: [
    ['31', 'منطقة'],
    ['99.99٪', 'جاهزية يضمنها العقد'],
    ['38 م‌ث', 'إلى تسعة من كل عشرة مستخدمين'],
    ['4,200', 'شركة'],
  ],
  moveTitle: 'انتقل خلال عطلة نهاية الأسبوع',
  moveLead:
    'دع مخطِّطنا يقرأ ما تشغّله اليوم. يرسم الخطة ويحدّد السعر وينقل الخدمات واحدة تلو الأخرى، مع إمكانية الرجوع في كل خطوة.',
  moveSteps: ['خطة مستمدة من إعداداتك', 'تجربة على نسخة من حركة الاستخدام الحية', 'التحويل، والرجوع متى شئت'],
  quote: '«نقلنا 140 خدمة في تسع عطلات. لم يلحظ عملاؤنا سوى أن الصفحات صارت أسرع.»',
  quoteBy: 'إنغريد سولبرغ، رئيسة المنصة، هالفورسن للخدمات اللوجستية',
  contactTitle: 'تحدّث إلى من يشغّل هذا كل يوم',
  contactLead: 'لا مراكز اتصال. يتناوب مهندسونا على الرد ويجيبونك بلغتك.',
  ways: {
    phone: ['اتصل بنا', 'من الأحد إلى الخميس، من 8:00 إلى 18:00'],
    email: ['راسلنا', 'نرد خلال يوم عمل واحد'],
    scheduler: ['احجز مكالمة', '30 دقيقة مجانية في الوقت الذي يناسبك'],
    contact: ['كل طرق التواصل', 'المحادثة والنماذج وغيرها'],
  },
  footer: [
    ['المنتجات', 'كلاود', 'داتا', 'شيلد', 'الأسعار'],
    ['تعلّم', 'الوثائق', 'الدروس', 'حالة الخدمة', 'ملاحظات الإصدار'],
    ['الشركة', 'من نحن', 'الوظائف', 'الأخبار', 'الشركاء'],
    ['قانوني', 'الخصوصية', 'الشروط', 'ملفات الارتباط', 'بيانات الناشر'],
  ],
  legal: '© 2026 نورثويند كلاود. شركة من نسج الخيال.',
  inner: {
    contact: 'راسلنا',
    docs: 'الوثائق',
    booking: 'احجز مكالمة حول شيلد',
    text: 'هذه صفحة لشركة من نسج الخيال، وتُظهر أن روابط أداة التواصل تصل إلى وجهتها.',
  },
  form: {
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    message: 'كيف يمكننا مساعدتك؟',
    send: 'إرسال',
    sent: 'شكرًا لك. سنرد خلال يوم عمل واحد.',
  },
};

export const frontWords: Readonly<Record<Language, FrontWords>> = { en, de, ja, ar };

/** The words for `?lang=de-DE` or `?lang=de`; English for anything else. */
export function wordsFor(lang: string | null): FrontWords {
  const code = (lang ?? 'en').split('-')[0];
  return code === 'de' || code === 'ja' || code === 'ar' ? frontWords[code] : frontWords.en;
}
