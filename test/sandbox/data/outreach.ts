/** The company's marketing content, in the wire shapes of the offer service and the in-app vendor. */

const site = 'https://www.northwind.example';

export const offers = {
  trial: {
    treatmentCode: '1ed8.d2.4d25fa3.4d25fa3',
    product: {
      nid: 'northwind-trial',
      headline: 'Try Northwind Cloud for 30 days',
      description: 'Every database, no credit card, and you can take your data with you when you leave.',
      image_url: '',
      cta: { cta_label: 'Start the trial', url: `${site}/trial` },
    },
  },
  chat: {
    treatmentCode: '1ed8.d3.4d25fa3.7c10be2',
    product: {
      nid: 'northwind-architect',
      headline: '[name], plan your move with an architect',
      description: 'Sketch your first landing zone together in twenty minutes.',
      image_url: '',
      cta: { cta_label: 'Chat with an architect', url: '#chat' },
    },
  },
  /** Hostile content, to show that it is rendered harmless. */
  broken: {
    treatmentCode: '1ed8.d4.4d25fa3.0badbad',
    product: {
      nid: '',
      headline: '<img src=x onerror=alert(1)>',
      description: '<script>alert(1)</script>Bold claims',
      image_url: 'javascript:alert(1)',
      cta: { cta_label: 'Go', url: 'javascript:alert(1)' },
    },
  },
} as const;

/** In-app messages as the vendor's endpoint sends them, without ids. */
export const inAppMessages = {
  message: {
    type: 'MODAL',
    header: 'Backups now keep 35 days',
    message: 'For every database on a paid plan, at no extra cost.',
    extras: { type: 'post', campaignId: 'backups', campaignName: 'Backups 35' },
    click_action: 'NONE',
    open_target: 'BLANK',
    message_close: 'SWIPE',
    btns: [
      { id: 0, text: 'Read more', click_action: 'URI', uri: `${site}/backups` },
      { id: 1, text: 'Not now', click_action: 'NONE' },
    ],
  },
  chat: {
    type: 'SLIDEUP',
    message: 'Ada from the data team is online. Ask her anything about migrations.',
    extras: { type: 'Chat', greetingText: 'Ada, data team' },
    click_action: 'URI',
    uri: '#Chat',
    message_close: 'SWIPE',
    slide_from: 'BOTTOM',
  },
  control: { type: 'SLIDEUP', message: '', is_control: true, extras: {}, click_action: 'NONE' },
} as const;
