/** The options of the scenario panel. Each is an address parameter, a fault rule or a sandbox command. */

/** One parameter of the site's set-up each. The empty option removes it. */
export const pageSettings = [
  { name: 'lang', label: 'Language', options: { '': 'English', de: 'Deutsch', ja: '日本語', ar: 'العربية' } },
  {
    name: 'area',
    label: 'Focus area',
    options: {
      '': 'Cloud',
      data: 'Data',
      security: 'Security',
      gardening: 'Unknown',
      'no-contact-module': 'No contact module',
    },
  },
  { name: 'visitor', label: 'Visitor', options: { '': 'Not signed in', ada: 'Signed in as Ada' } },
  { name: 'order', label: 'Menu order', options: { '': 'Default', 'call-first': 'Phone first' } },
  {
    name: 'theme',
    label: 'Widget theme',
    options: { '': 'Blue', yellow: 'Yellow', grey: 'Grey', 'red-brand': 'Red' },
  },
  { name: 'scheme', label: 'Page colours', options: { '': 'System default', light: 'Light', dark: 'Dark' } },
  { name: 'hostile', label: 'Page styles', options: { '': 'Tame', 1: 'Hostile' } },
];

/** The widget's own parameters. At most one is active. */
export const startSetting = {
  label: 'When it loads',
  options: [
    ['', 'Wait for the visitor'],
    ['contactmodule', 'Open the pane'],
    ['cm-start-chat', 'Start a chat'],
    ['cm-scheduler-form', 'Open the scheduler'],
    ['cm-debug', 'Debug window'],
    ['cm-debug-text', 'Show text keys'],
  ],
};

/** The visitor's choice in a cookie notice, which is the value of the cookie `notice_preferences`. */
export const consentSetting = {
  label: 'Cookie choice',
  options: [
    ['', 'Not asked yet'],
    ['0:', 'Required only'],
    ['1:', 'Required and functional'],
    ['2:', 'Everything'],
  ],
};

/** The faults for all calls of a service, as fault rules. */
export const faults = [
  { name: '', label: 'Works' },
  { name: 'slow', label: 'Slow (3 s)', rule: { delayMs: 3000 } },
  {
    name: 'error',
    label: 'Error 503',
    rule: { status: 503, body: { message: 'disabled in the scenario panel' } },
  },
  {
    name: 'html',
    label: 'HTML instead of JSON',
    rule: { status: 200, body: '<h1>Sorry</h1>', headers: { 'content-type': 'text/html' } },
  },
  { name: 'silent', label: 'No answer', rule: { hang: true } },
  { name: 'cut', label: 'Connection cut', rule: { drop: true } },
];

/** The display names of the sandbox's services. A service without one is shown with its own name. */
export const serviceNames = {
  contact: 'Contact lookup',
  geo: 'Visitor lookup',
  experiments: 'Experiments',
  analytics: 'Analytics',
  supportChat: 'Support chat',
  agentDesk: 'Agent desk',
  identityBroker: 'Identity',
  liveChat: 'Live chat and messaging',
  bot: 'Bot',
  scheduler: 'Scheduler',
  outreach: 'Offers and in-app messages',
};

/** One field of a service's command each. The panel hides commands that the sandbox does not know. */
export const commandSettings = [
  {
    section: 'Company',
    command: 'contact',
    field: 'without',
    label: 'Channels',
    options: [
      { name: '', label: 'All', value: [] },
      { name: 'chat', label: 'No chat', value: ['chat'] },
      { name: 'chat+scheduling', label: 'No chat, no scheduler', value: ['scheduling', 'chat'] },
      { name: 'two', label: 'Phone and email', value: without('phone', 'email') },
      { name: 'scheduling', label: 'Only the scheduler', value: without('scheduling') },
      { name: 'phone', label: 'Only phone', value: without('phone') },
      { name: 'email', label: 'Only email', value: without('email') },
      { name: 'sms', label: 'Only SMS', value: without('sms') },
      { name: 'links', label: 'Only links', value: without('links') },
      { name: 'onlyChat', label: 'Only chat', value: without('chat', 'support') },
      { name: 'none', label: 'None at all', value: without() },
    ],
  },
  {
    section: 'Company',
    command: 'contact',
    field: 'chat',
    label: 'Chat product',
    options: [
      { name: '', label: 'Default for the focus area', value: null },
      { name: 'bot', label: 'Chat bot', value: 'bot' },
      { name: 'assistant', label: 'Hosted assistant', value: 'assistant' },
      { name: 'liveChat', label: 'Live chat', value: 'liveChat' },
      { name: 'xmpp', label: 'XMPP (npm start -- --xmpp)', value: 'xmpp' },
      { name: 'messaging', label: 'Messaging', value: 'messaging' },
      { name: 'support', label: 'Support chat', value: 'support' },
      { name: 'older', label: 'Older product', value: 'older' },
    ],
  },
  {
    section: 'Company',
    command: 'geo',
    field: 'country',
    label: 'Visitor’s country',
    options: [
      { name: 'US', label: 'United States', value: 'US' },
      { name: 'DE', label: 'Germany', value: 'DE' },
      { name: 'JP', label: 'Japan', value: 'JP' },
      { name: 'SA', label: 'Saudi Arabia', value: 'SA' },
      { name: 'CN', label: 'China', value: 'CN' },
    ],
  },
  {
    section: 'Chat',
    command: 'bot',
    field: 'status',
    label: 'Bot',
    options: [
      { name: '', label: 'Available', value: 'Available' },
      { name: 'Training', label: 'In training', value: 'Training' },
      { name: 'Offline', label: 'Offline', value: 'Offline' },
    ],
  },
  {
    section: 'Chat',
    command: 'supportChat',
    field: 'available',
    label: 'Support agents',
    options: [
      { name: '', label: 'Online', value: true },
      { name: 'off', label: 'Offline', value: false },
    ],
  },
  {
    section: 'Outreach',
    command: 'outreach',
    field: 'popUpTimeMs',
    label: 'Pop-up after',
    options: [
      { name: '', label: '55 s', value: null },
      { name: 'soon', label: '5 s', value: 5000 },
    ],
  },
  {
    section: 'Outreach',
    command: 'outreach',
    field: 'offer',
    label: 'Offer',
    options: [
      { name: '', label: 'None', value: '' },
      { name: 'trial', label: 'Free trial', value: 'trial' },
      { name: 'chat', label: 'Chat', value: 'chat' },
      { name: 'broken', label: 'Hostile markup', value: 'broken' },
    ],
  },
  {
    section: 'Outreach',
    command: 'outreach',
    field: 'inApp',
    label: 'In-app message',
    options: [
      { name: '', label: 'None', value: '' },
      { name: 'message', label: 'Post', value: 'message' },
      { name: 'chat', label: 'Chat', value: 'chat' },
      { name: 'control', label: 'Control group', value: 'control' },
    ],
  },
  experiment('proactive_headline', 'Pop-up headline', ['question', 'expert']),
  experiment('scheduler_first_question', 'Scheduler prompt', ['expert']),
  experiment('button_color', 'Pill colour', ['yellow', 'grey', 'red-brand', 'blue']),
  experiment('header_sales_wording', 'Header wording', ['sales']),
  experiment('button_sales_wording', 'Link wording', ['sales']),
  experiment('bot_welcome', 'Bot welcome', ['short', 'guide', 'off']),
];

/** All parts of a bundle except these, in the service's order. */
function without(...parts) {
  return ['scheduling', 'email', 'phone', 'chat', 'sms', 'support', 'links'].filter((part) => !parts.includes(part));
}

function experiment(field, label, variations) {
  const options = variations.map((variation) => ({ name: variation, label: variation, value: variation }));
  return {
    section: 'Experiments',
    command: 'experiments',
    field,
    label,
    options: [{ name: '', label: 'control', value: null }, ...options],
  };
}
