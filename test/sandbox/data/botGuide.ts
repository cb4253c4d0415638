/** The sandbox's bot: a small product guide. Its lines have the bot service's wire shapes. */

export type GuideLine = Readonly<Record<string, unknown>> & { readonly type: string; readonly text: string };
export interface GuideValue {
  readonly type?: 'group' | 'tile' | 'review';
  readonly title?: string;
  readonly review?: string;
  readonly items: readonly GuideLine[];
}
export interface GuideAnswer {
  readonly values: readonly GuideValue[];
  readonly action?: 'chat' | 'scheduler';
  readonly displayFeedback?: boolean;
  readonly context?: Readonly<Record<string, unknown>>;
  /** Refuses the message with this status. With `withOutput` the answer still has the values. */
  readonly refuse?: { readonly status: number; readonly withOutput: boolean };
}

const text = (content: string): GuideLine => ({ type: 'text', text: content });
const choice = (words: string, choiceType = 'product'): GuideLine => ({
  type: 'choice',
  text: words,
  choiceType,
  dialogNode: `node_${words.toLowerCase().replace(/\W+/g, '_')}`,
});
const block = (...items: GuideLine[]): GuideValue => ({ items });

const schedulerLine: GuideLine = {
  type: 'scheduler',
  text: 'Book a 30-minute call with an expert',
  value: { schedulerConfig: { purpose: '(default)' }, schedulerText: 'Tell our expert what you have in mind.' },
};
/** Names no area: the agents of the page answer. */
const agentLine: GuideLine = { type: 'chat', text: 'Chat with an agent' };

/** The greeting by language. All other answers are in English. */
const greetings: Readonly<Record<string, readonly [hello: string, question: string, choices: readonly string[]]>> = {
  en: [
    "Hi, I'm the Northwind guide. I know our products, prices and people.",
    'What can I help you with?',
    ['Products', 'Pricing', 'Book a meeting', 'Talk to an agent'],
  ],
  de: [
    'Hallo, ich bin der Northwind-Wegweiser. Ich kenne unsere Produkte, Preise und Ansprechpartner.',
    'Wobei kann ich Ihnen helfen?',
    ['Produkte', 'Preise', 'Termin vereinbaren', 'Mit einem Menschen sprechen'],
  ],
  ja: [
    'こんにちは。Northwind ガイドです。製品、料金、担当者についてご案内します。',
    'どのようなご用件でしょうか。',
    ['製品', '料金', '面談を予約', '担当者と話す'],
  ],
  ar: [
    'مرحبًا، أنا دليل نورثويند. أعرف منتجاتنا وأسعارنا وفريقنا.',
    'كيف يمكنني مساعدتك؟',
    ['المنتجات', 'الأسعار', 'احجز موعدًا', 'تحدث إلى موظف'],
  ],
};

export function greet(language: string): GuideAnswer {
  const [hello, question, choices] = greetings[language.split('-')[0] ?? 'en'] ?? greetings.en ?? ['', '', []];
  return {
    values: [block(text(hello)), block(text(question), ...choices.map((words) => choice(words, 'disambiguation')))],
  };
}

export function welcome(language: string): GuideAnswer {
  const [hello] = greetings[language.split('-')[0] ?? 'en'] ?? greetings.en ?? [''];
  return { values: [block(text(hello))] };
}

const products: GuideAnswer = {
  displayFeedback: true,
  values: [
    block(text('We have three product families. Start small with any of them and grow from there.')),
    {
      type: 'tile',
      title: 'Our products',
      items: [
        {
          ...choice('Northwind Cloud', 'entityChoice'),
          description: 'Virtual servers, Kubernetes and networks in 31 regions.',
        },
        { ...choice('Northwind Data', 'entityChoice'), description: 'A data warehouse and streaming, both in SQL.' },
        {
          ...choice('Northwind Shield', 'entityChoice'),
          description: 'Identity, detection and response, monitored around the clock.',
        },
      ],
    },
  ],
};

const pricing: GuideAnswer = {
  displayFeedback: true,
  values: [
    {
      type: 'group',
      title: 'You pay by the second, only for what you use. Which prices would you like to see?',
      items: [
        choice('Server prices', 'entityGeneral'),
        choice('Storage prices', 'entityGeneral'),
        choice('Support plans', 'entityGeneral'),
      ],
    },
  ],
};

const meeting: GuideAnswer = {
  values: [block(text('Happy to. Pick a time that suits you. Our experts speak your language.'), schedulerLine)],
};

const agent: GuideAnswer = {
  values: [block(text('Of course. An agent can take over right here.'), agentLine, schedulerLine)],
};

/** One line of each type. */
const everything: GuideAnswer = {
  displayFeedback: true,
  values: [
    block(
      text('Plain text with a URL, https://northwind.example/cloud, and an email address, sales@northwind.example.'),
      { type: 'readmore', text: longText() },
      choice('A choice'),
      { ...agentLine, text: 'Chat with an agent' },
      schedulerLine,
      { type: 'link', text: 'Read the documentation', href: 'https://docs.northwind.example/start' },
      { type: 'checkout', text: 'Go to checkout', href: 'https://shop.northwind.example/basket' },
      { type: 'email', text: 'Write to sales', href: 'mailto:sales@northwind.example' },
      { type: 'phone', text: 'Call +1 800 555 0142', href: 'tel:+18005550142' },
      { type: 'support', text: 'Open a support case', href: 'https://support.northwind.example/cases' },
      { type: 'trial', text: 'Start a free trial', href: 'https://northwind.example/trial' },
      { type: 'hologram', text: 'A line of a type that nobody knows yet.' },
    ),
    { type: 'group', title: 'A group of choices', items: [choice('First'), choice('Second'), choice('Third')] },
    {
      type: 'tile',
      title: 'Tiles',
      items: [
        { ...choice('Small'), description: '2 cores, 4 GB' },
        { ...choice('Large'), description: '16 cores, 64 GB' },
      ],
    },
    {
      type: 'review',
      title: 'Please check this draft:',
      review: 'We need 12 servers in Frankfurt from January.',
      items: [],
    },
  ],
};

/** Lines without a text of their own. */
const unnamed: GuideAnswer = {
  values: [
    block(
      text('Choose a way to go on.'),
      { ...agentLine, text: '' },
      { ...schedulerLine, text: '' },
      { type: 'link', text: '', href: 'https://docs.northwind.example/start' },
      { type: 'checkout', text: '', href: 'https://shop.northwind.example/basket' },
      { type: 'email', text: '', href: 'mailto:sales@northwind.example' },
      { type: 'phone', text: '', href: 'tel:+18005550142' },
      { type: 'support', text: '', href: 'https://support.northwind.example/cases' },
      { type: 'trial', text: '', href: 'https://northwind.example/trial' },
    ),
  ],
};

function longText(): string {
  return [
    'Northwind runs its own network between regions, so traffic stays on our fibre from the first hop to the last.',
    'Every region has three independent zones with their own power, cooling and uplinks.',
    'Prices include snapshots and the first 100 GB of outgoing traffic each month are free.',
    'You can move between sizes while a server runs, and you are billed by the second for what you use.',
  ].join(' ');
}

const familyPages: Readonly<Record<string, readonly [name: string, words: string, path: string]>> = {
  cloud: ['Northwind Cloud', 'Servers, Kubernetes and networks in 31 regions, billed by the second.', '/cloud'],
  data: ['Northwind Data', 'A warehouse that scales to zero, and streams that never stop.', '/data'],
  shield: [
    'Northwind Shield',
    'Single sign-on, threat detection and analysts who work alongside your team.',
    '/security',
  ],
};

function family(key: string, hostUrl: string): GuideAnswer {
  const [name, words, path] = familyPages[key] ?? ['', '', '/'];
  return {
    displayFeedback: true,
    context: { label: key },
    values: [
      block(text(`${name}: ${words}`), { type: 'readmore', text: longText() }),
      block(
        text('Where would you like to go from here?'),
        { type: 'link', text: `Read more about ${name}`, href: `${hostUrl}${path}` },
        { type: 'link', text: 'Compare plans', href: 'https://northwind.example/plans' },
        { type: 'trial', text: 'Start a free trial', href: 'https://northwind.example/trial' },
        schedulerLine,
        agentLine,
      ),
    ],
  };
}

/** The first match wins. The greeting's choices match in all four languages. */
function topics(hostUrl: string): readonly [RegExp, GuideAnswer][] {
  return [
    [
      /unhappy customer/i,
      {
        values: [
          block(text("I'm sorry this didn't help. Would you like to talk to a person?"), agentLine, schedulerLine),
        ],
      },
    ],
    [/everything|kitchen sink|show all/i, everything],
    [/unnamed/i, unnamed],
    [
      /agent now/i,
      {
        values: [block(text("One moment, I'm getting someone for you."))],
        action: 'chat',
      },
    ],
    [
      /specialist now/i,
      {
        values: [block(text('A specialist will take it from here.'))],
        action: 'chat',
        context: {
          focusArea: 'security',
          extraBundles: {
            security: { service: 'liveperson', skill: 'shield-specialists', ifExternalConfig: true },
          },
        },
      },
    ],
    [
      /meeting now/i,
      {
        values: [block(text("Let's find a time."))],
        action: 'scheduler',
        context: { schedulerParams: { purpose: '(default)' } },
      },
    ],
    [
      /no way back/i,
      {
        values: [block(text('An agent will take it from here.'), agentLine)],
        context: { noSwitchBackToChatBot: true },
      },
    ],
    [/markup/i, { values: [block(text('<script>alert(1)</script><img src=x onerror=alert(1)> is shown as text.'))] }],
    [/empty/i, { values: [block(text(' ')), { items: [] }] }],
    [
      /sorry/i,
      {
        values: [block(text('Something went wrong. Please ask me again.'))],
        refuse: { status: 500, withOutput: true },
      },
    ],
    [/crash/i, { values: [], refuse: { status: 500, withOutput: false } }],
    [
      /review/i,
      {
        values: [
          {
            type: 'review',
            title: 'Please check this draft:',
            review: 'We need 12 servers in Frankfurt from January.',
            items: [],
          },
        ],
      },
    ],
    [/northwind cloud|server|kubernetes|network|^cloud/i, family('cloud', hostUrl)],
    [/northwind data|warehouse|stream|^data/i, family('data', hostUrl)],
    [/shield|identity|threat|security/i, family('shield', hostUrl)],
    [/meeting|book|call|appointment|termin|面談|موعد/i, meeting],
    [/agent|human|person|people|someone|menschen|担当者|موظف/i, agent],
    [/price|pricing|cost|plan|storage|preis|料金|أسعار/i, pricing],
    [/product|produkte|what do you (sell|do)|製品|منتجات/i, products],
    [
      /support|help|broken|problem/i,
      {
        values: [
          block(
            text('Our support team is available around the clock.'),
            { type: 'support', text: 'Open a support case', href: 'https://support.northwind.example/cases' },
            { type: 'phone', text: 'Call support', href: 'tel:+18005550187' },
            { type: 'email', text: 'Write to support', href: 'mailto:support@northwind.example' },
          ),
        ],
      },
    ],
    [
      /trial|buy|checkout|order/i,
      {
        values: [
          block(
            text('You can start right away. The trial needs no credit card.'),
            { type: 'trial', text: 'Start a free trial', href: 'https://northwind.example/trial' },
            { type: 'checkout', text: 'Go to checkout', href: 'https://shop.northwind.example/basket' },
          ),
        ],
      },
    ],
    [/thank|danke|ありがとう|شكر/i, { values: [block(text("You're welcome. Anything else?"))] }],
    [
      /^(hi|hello|hey|hallo|こんにちは|مرحب)/i,
      {
        values: [
          block(text('Hello! Ask me about products, prices or a meeting.'), choice('Products'), choice('Pricing')),
        ],
      },
    ],
  ];
}

export function answerTo(words: string, hostUrl: string): GuideAnswer {
  const found = topics(hostUrl).find(([pattern]) => pattern.test(words));
  if (found) return found[1];
  return {
    displayFeedback: true,
    values: [
      block(
        text("I'm not sure I understood. Here is what I can help with:"),
        choice('Products', 'disambiguation'),
        choice('Pricing', 'disambiguation'),
        choice('Book a meeting', 'disambiguation'),
        agentLine,
      ),
    ],
  };
}
