/** Longer examples of `contract.ts`. */

const base = 'https://server.example/api/account/4711/chat/chat-1';

export const chatExample = {
  chat: {
    link: [
      { '@rel': 'events', '@href': `${base}/events` },
      { '@rel': 'next', '@href': `${base}?from=2` },
      { '@rel': 'exit-survey', '@href': `${base}/exitSurvey` },
    ],
    events: {
      event: [
        { '@id': '0', '@type': 'state', time: '2026-11-22T20:00:00.000Z', state: 'chatting' },
        {
          ...{ '@id': '1', '@type': 'line', time: '2026-11-22T20:00:02.000Z', textType: 'plain', source: 'agent' },
          ...{ text: 'Good evening', by: 'Natalie' },
        },
      ],
    },
    info: {
      link: [{ '@rel': 'visitor-typing', '@href': `${base}/info/visitorTyping` }],
      ...{ state: 'chatting', agentName: 'Natalie', agentId: 25025413, agentTyping: 'not-typing' },
      ...{ startTime: '2026-11-22T20:00:00.000Z', rtSessionId: 4294967522 },
    },
  },
};

export const surveyExample = {
  survey: {
    ...{ id: 361348, header: 'Thank you for the chat.' },
    questions: {
      question: [
        {
          ...{ id: 1, order: 0, mandatory: true, type: 'Radio Button', label: 'Was your question answered?' },
          entry: [
            { value: 'yes', displayValue: 'Yes', checked: false },
            { value: 'no', displayValue: 'No', checked: false, logic: { showLogicId: [2] } },
          ],
        },
        { id: 2, order: 1, mandatory: false, logicId: 2, type: 'Text Area', label: 'What was missing?' },
      ],
    },
  },
};

export const engagementBodyExample = {
  appType: 'EXTERNAL',
  appDetails: { appVersion: '1.0' },
  engagementAttributes: [
    { type: 'lead', lead: { topic: 'cloud' } },
    { type: 'ctmrinfo', info: { customerId: '', loginStatus: 0 } },
  ],
  engagementDetails: { language: 'en-US' },
  consumerSections: ['sales', 'v18'],
};

export const engagementExample = {
  ...{ status: 'Available', sessionId: 's-1', visitorId: 'v-1', pageId: '4743822558' },
  engagementDetails: {
    ...{ campaignId: '3346848610', engagementId: '3562981110', contextId: '1' },
    ...{ language: 'en-US', skillName: 'sales' },
  },
};
