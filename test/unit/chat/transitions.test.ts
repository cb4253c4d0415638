import type { ConversationState } from '../../../frame/chat/conversation.ts';
import type { LifecycleEvent } from '../../../frame/chat/core.ts';
import type { Effect } from '../../../frame/chat/lifecycle/effects.ts';
import { facts, none, type Row, stays, testRows } from '../../support/transitionRows.ts';

const left: readonly Effect[] = ['leaveWindow', 'keepWindow'];
const ended: readonly Effect[] = ['hideOverlay', 'stopTyping', 'spendChoices', 'forget', ['track', 'CM_CHAT_END']];
const report = (state: ConversationState): LifecycleEvent => ({ type: 'reported', state });

const begin: readonly Row[] = [
  [
    'a service reports a conversation that started elsewhere',
    none,
    report('chatting'),
    { state: 'chatting', begins: 'reported', effects: ['closeSurveys', 'putBackEndedTexts', 'clearProblem', 'show'] },
  ],
  [
    'it does not take the window from a live conversation',
    { ...none, hasOtherLive: true },
    report('resume'),
    { state: 'resume', begins: 'reported', effects: ['closeSurveys', 'putBackEndedTexts'] },
  ],
  [
    '[CH-034] an async queue greets a visitor who returns',
    { ...none, queue: 'async' },
    report('waiting'),
    {
      state: 'waiting',
      begins: 'reported',
      effects: ['closeSurveys', 'putBackEndedTexts', 'greet', 'clearProblem', 'show', 'hideOverlay'],
    },
  ],
  [
    'a report after the end is a new conversation',
    facts('ended'),
    report('waiting'),
    {
      state: 'waiting',
      begins: 'reported',
      effects: ['closeSurveys', 'putBackEndedTexts', 'clearProblem', 'show', 'hideOverlay'],
    },
  ],
  ['an end without a conversation is nothing', none, report('ended'), stays(none)],
  [
    'messages begin a conversation',
    none,
    { type: 'spoke' },
    { state: 'resume', begins: 'reported', effects: ['closeSurveys', 'putBackEndedTexts', 'clearProblem', 'show'] },
  ],
  ['messages after the end do not', facts('ended'), { type: 'spoke' }, stays(facts('ended'))],
  [
    '[CH-052] a live conversation is saved',
    facts('chatting'),
    { type: 'identified' },
    stays(facts('chatting'), 'save'),
  ],
  ['[CH-052] an ended one is not', facts('ended'), { type: 'identified' }, stays(facts('ended'))],
  [
    '[CH-052] a saved conversation continues',
    none,
    { type: 'resumeAsked' },
    { state: 'resume', begins: 'saved', effects: [] },
  ],
  [
    '[CH-052] it continues after one that has ended',
    facts('ended'),
    { type: 'resumeAsked' },
    { state: 'resume', begins: 'saved', effects: [] },
  ],
  ['one that the service has reported is kept', facts('chatting'), { type: 'resumeAsked' }, stays(facts('chatting'))],
  [
    'it takes a free window',
    facts('chatting', { queue: 'async', window: 'free' }),
    { type: 'resumed' },
    stays(facts('chatting'), 'greet', 'show'),
  ],
  ['it takes no other window', facts('chatting', { window: 'other' }), { type: 'resumed' }, stays(facts('chatting'))],
  ['it may be closed meanwhile', none, { type: 'resumed' }, stays(none)],
  ['it may have ended meanwhile', facts('ended', { window: 'free' }), { type: 'resumed' }, stays(facts('ended'))],
  ['nothing to continue', facts('resume'), { type: 'notResumed', isFinal: false }, stays(facts('resume'), 'remove')],
  [
    'nor has it continued elsewhere, so the menu is shown again',
    facts('ended'),
    { type: 'notResumed', isFinal: false },
    stays(facts('ended'), 'remove', 'releaseWindow'),
  ],
  [
    'its messages stay',
    facts('resume', { hasMessages: true }),
    { type: 'notResumed', isFinal: false },
    stays(facts('resume')),
  ],
  [
    'it is over, so no page tries again',
    facts('resume'),
    { type: 'notResumed', isFinal: true },
    stays(facts('resume'), 'forget', 'remove'),
  ],
  [
    '[CH-010] another one is waiting',
    facts('waiting'),
    { type: 'notResumed', isFinal: false },
    stays(facts('waiting')),
  ],
  [
    '[CH-010] another one is running',
    facts('chatting'),
    { type: 'notResumed', isFinal: false },
    stays(facts('chatting')),
  ],
  ['the window shows the last one', facts('chatting'), { type: 'restored' }, stays(facts('chatting'), 'show')],
  [
    '[CH-098] its first conversation is back, and is told about the session',
    facts('chatting', { origin: 'returns' }),
    { type: 'originRestored' },
    stays(facts('chatting'), 'linkSession'),
  ],
  [
    '[CH-047] it ended before its first conversation was back',
    facts('ended', { origin: 'returns' }),
    { type: 'originRestored' },
    stays(facts('ended'), ['returnToOrigin', false]),
  ],
  [
    '[CH-059] its end closes the first one',
    facts('ended', { origin: 'closes' }),
    { type: 'originRestored' },
    stays(facts('ended'), 'closeOrigin', 'keepWindow'),
  ],
  [
    '[F-CH27] the chat whose survey was open is in the window again',
    { ...none, window: 'free' },
    { type: 'endingRestored' },
    { state: 'ended', begins: 'new', effects: ['keepWindow'] },
  ],
  [
    '[F-CH27] although the visitor has returned to the bot',
    { ...none, window: 'other', hasOtherLive: true },
    { type: 'endingRestored' },
    { state: 'ended', begins: 'new', effects: ['show'] },
  ],
  ['it has ended, and has no first one', facts('ended'), { type: 'originRestored' }, stays(facts('ended'))],
];

const start: readonly Row[] = [
  [
    '[CH-208][CH-122][F-CH1] a chat starts, and an open survey closes',
    none,
    { type: 'asked', startType: 'menu' },
    {
      state: 'waiting',
      begins: 'new',
      effects: [
        'closeSurveys',
        'putBackEndedTexts',
        'show',
        'showOverlay',
        'clearProblem',
        ['track', 'CM_CHAT_START', { startType: 'menu' }],
      ],
    },
  ],
  ['[CH-009] a running chat is shown', facts('chatting'), { type: 'chosen' }, stays(facts('chatting'), 'show')],
  [
    '[CH-122][CH-218] without the survey of another chat, or what that has reported',
    facts('chatting', { window: 'other' }),
    { type: 'chosen' },
    stays(facts('chatting'), 'closeSurveys', 'clearProblem', 'show'),
  ],
  [
    '[CH-026] the channel has accepted',
    facts('chatting'),
    { type: 'accepted' },
    stays(facts('chatting'), 'hideOverlay'),
  ],
  [
    '[CH-214] the channel has refused',
    facts('waiting'),
    { type: 'refused' },
    stays(facts('waiting'), 'hideOverlay', ['problem', 'notAvailable', 'menu'], 'remove', 'keepWindow'),
  ],
  [
    'a refused chat with messages stays',
    facts('waiting', { hasMessages: true }),
    { type: 'refused' },
    stays(facts('waiting'), 'hideOverlay', ['problem', 'notAvailable', 'menu']),
  ],
  ...(['accepted', 'refused'] as const).flatMap((type): Row[] => [
    [`a chat that was closed meanwhile is ${type}`, none, { type }, stays(none)],
    [`a chat that has ended meanwhile is ${type}`, facts('ended'), { type }, stays(facts('ended'))],
  ]),
];

const run: readonly Row[] = [
  [
    '[CH-122][F-CH1] waiting again hides the overlay and closes a survey',
    facts('waiting'),
    report('waiting'),
    { state: 'waiting', effects: ['hideOverlay', 'clearProblem', 'closeSurveys'] },
  ],
  [
    '[CH-208] an agent joins',
    facts('waiting'),
    report('chatting'),
    { state: 'chatting', effects: ['hideOverlay', 'clearProblem', ['track', 'CM_CHAT_CONNECT']] },
  ],
  [
    '[CH-050] only a chat that closes restarts the bot for its survey',
    facts('waiting', { hasSurvey: true }),
    report('resume'),
    { state: 'resume', effects: ['hideOverlay', 'clearProblem'] },
  ],
  [
    'the window shows another chat',
    facts('waiting', { window: 'other' }),
    report('resume'),
    { state: 'resume', effects: ['hideOverlay'] },
  ],
  [
    '[CH-214] a service that works again reports the same state',
    facts('chatting'),
    report('chatting'),
    stays(facts('chatting'), 'clearProblem'),
  ],
  [
    'an unchanged state behind another chat is nothing',
    facts('chatting', { window: 'other' }),
    report('chatting'),
    stays(facts('chatting', { window: 'other' })),
  ],
];

const end: readonly Row[] = [
  ['[CH-048] a chat ends', facts('chatting'), report('ended'), { state: 'ended', effects: [...ended, ...left] }],
  [
    '[CH-064] its messages are offered as a transcript',
    facts('chatting', { hasTranscript: true }),
    report('ended'),
    { state: 'ended', effects: [...ended, 'offerTranscript', ...left] },
  ],
  [
    'it leaves another conversation in the window',
    facts('chatting', { window: 'other' }),
    report('ended'),
    { state: 'ended', effects: [...ended] },
  ],
  ...(['error', 'fatal_error'] as const).map(
    (state): Row => [
      `[CH-218] a chat fails with ${state}`,
      facts('chatting'),
      report(state),
      { state, effects: [...ended, ['problem', 'chatFailed', 'newChat'], ...left] },
    ],
  ),
  [
    '[CH-218] a failure is not reported in the window of another chat',
    facts('chatting', { window: 'other' }),
    report('error'),
    { state: 'error', effects: [...ended] },
  ],
  [
    '[CH-047] a transferred visitor returns',
    facts('chatting', { origin: 'returns', hasTranscript: true }),
    report('ended'),
    { state: 'ended', effects: [...ended, 'offerTranscript', ['returnToOrigin', false]] },
  ],
  [
    '[CH-047] also from a chat that fails',
    facts('chatting', { origin: 'returns' }),
    report('error'),
    { state: 'error', effects: [...ended, ['returnToOrigin', true]] },
  ],
  [
    '[CH-059] a forbidden return closes the first conversation',
    facts('chatting', { origin: 'closes' }),
    report('ended'),
    { state: 'ended', effects: [...ended, 'closeOrigin', ...left] },
  ],
  [
    'the target of a pending transfer ends',
    facts('waiting', { isTransferTarget: true, hasTranscript: true }),
    report('ended'),
    { state: 'ended', effects: [...ended] },
  ],
  ['an end is final', facts('ended'), report('error'), stays(facts('ended'))],
  [
    '[CH-049] a closed chat loses its survey',
    facts('ended', { hasSurvey: true }),
    report('closed'),
    { state: 'closed', effects: ['hideOverlay', 'closeSurvey', 'restartBot'] },
  ],
  [
    '[CH-025] the visitor closes the window of an ended chat, and its survey',
    facts('ended', { hasSurvey: true }),
    { type: 'cleared' },
    stays(facts('ended'), 'putBackTexts', 'closeSurvey', 'restartBot', 'cancelSurvey', 'remove'),
  ],
  [
    '[CH-025] the visitor closes the window of a chat that has just started',
    facts('waiting'),
    { type: 'cleared' },
    stays(facts('waiting'), 'hideOverlay', 'remove'),
  ],
  ['nothing follows a closed chat', facts('closed'), report('ended'), stays(facts('closed'))],
];

const user: readonly Row[] = [
  [
    '[CH-033] a visitor signs in from the offline notice',
    { ...none, isWindowEmpty: true },
    { type: 'signedIn' },
    stays(none, ['start', 'restart']),
  ],
  ['a visitor signs in elsewhere', none, { type: 'signedIn' }, stays(none)],
];

testRows('life', { begin, start, run, end, user });
