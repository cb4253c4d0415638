import { describe, expect, it } from 'vitest';
import type { ConversationState } from '../../../frame/chat/chatState.ts';
import {
  type ConversationFacts,
  type Effect,
  type Happening,
  type Transition,
  transitionOf,
} from '../../../frame/chat/lifecycle/transitions.ts';
import { emptySurvey } from '../../support/chatStories.ts';

const none: ConversationFacts = {
  state: undefined,
  queue: 'sync',
  hasMessages: false,
  hasTalk: false,
  hasSurvey: false,
  isTransferTarget: false,
  origin: 'none',
  window: 'this',
  hasOtherLive: false,
  isWindowEmpty: false,
};
const facts = (state: ConversationState, more: Partial<ConversationFacts> = {}): ConversationFacts => ({
  ...none,
  state,
  ...more,
});

const show: Effect = { type: 'show' };
const remove: Effect = { type: 'remove' };
const hideOverlay: Effect = { type: 'hideOverlay' };
const clearTrouble: Effect = { type: 'clearTrouble' };
const closeSurveys: Effect = { type: 'closeSurveys' };
const closeSurvey: Effect = { type: 'closeSurvey' };
const restartBot: Effect = { type: 'restartBot' };
const keepWindow: Effect = { type: 'keepWindow' };
const settleTransfer: Effect = { type: 'settleTransfer' };
const offerTranscript: Effect = { type: 'offerTranscript' };
const progress = (of: 'open' | 'sending' | 'failed' | 'sent'): Effect => ({ type: 'surveyProgress', progress: of });
const left: readonly Effect[] = [{ type: 'leaveWindow' }, keepWindow];
const ended: readonly Effect[] = [
  hideOverlay,
  { type: 'stopTyping' },
  { type: 'spendChoices' },
  { type: 'forget' },
  { type: 'track', name: 'CM_CHAT_END' },
  { type: 'dropExternalEntry' },
];

type Row = readonly [title: string, before: ConversationFacts, happening: Happening, after: Transition];

const stays = (before: ConversationFacts, ...effects: readonly Effect[]): Transition => ({
  state: before.state,
  effects,
});

const report = (state: ConversationState): Happening => ({ type: 'reported', state });

const begin: readonly Row[] = [
  [
    'a service reports a conversation that started elsewhere',
    none,
    report('chatting'),
    { state: 'chatting', begins: 'reported', effects: [closeSurveys, show] },
  ],
  [
    'it does not take the window from a live conversation',
    { ...none, hasOtherLive: true },
    report('resume'),
    { state: 'resume', begins: 'reported', effects: [closeSurveys] },
  ],
  [
    '[CH-034] an async queue greets a visitor who returns',
    { ...none, queue: 'async' },
    report('waiting'),
    {
      state: 'waiting',
      begins: 'reported',
      effects: [closeSurveys, { type: 'greet' }, show, hideOverlay, clearTrouble],
    },
  ],
  [
    'a report after the end is a new conversation',
    facts('ended'),
    report('waiting'),
    { state: 'waiting', begins: 'reported', effects: [closeSurveys, show, hideOverlay, clearTrouble] },
  ],
  ['an end without a conversation is nothing', none, report('ended'), stays(none)],
  [
    'messages begin a conversation',
    none,
    { type: 'spoke' },
    { state: 'resume', begins: 'reported', effects: [closeSurveys, show] },
  ],
  ['messages after the end do not', facts('ended'), { type: 'spoke' }, stays(facts('ended'))],
  [
    '[CH-052] a live conversation is saved',
    facts('chatting'),
    { type: 'identified' },
    stays(facts('chatting'), { type: 'save' }),
  ],
  ['[CH-052] an ended one is not', facts('ended'), { type: 'identified' }, stays(facts('ended'))],
  [
    '[CH-052] a saved conversation continues',
    none,
    { type: 'resumeAsked' },
    { state: 'resume', begins: 'saved', effects: [] },
  ],
  ['one that the service has reported is kept', facts('chatting'), { type: 'resumeAsked' }, stays(facts('chatting'))],
  [
    'it takes a free window',
    facts('chatting', { queue: 'async', window: 'free' }),
    { type: 'resumed' },
    stays(facts('chatting'), { type: 'greet' }, show),
  ],
  ['it takes no other window', facts('chatting', { window: 'other' }), { type: 'resumed' }, stays(facts('chatting'))],
  ['it may have ended meanwhile', facts('ended', { window: 'free' }), { type: 'resumed' }, stays(facts('ended'))],
  ['nothing to continue', facts('resume'), { type: 'notResumed' }, stays(facts('resume'), remove)],
  ['its messages stay', facts('resume', { hasMessages: true }), { type: 'notResumed' }, stays(facts('resume'))],
  ['the window shows the last one', facts('chatting'), { type: 'restored' }, stays(facts('chatting'), show)],
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
        closeSurveys,
        show,
        { type: 'showOverlay' },
        clearTrouble,
        progress('open'),
        { type: 'track', name: 'CM_CHAT_START', detail: { startType: 'menu' } },
      ],
    },
  ],
  ['[CH-009] a running chat is shown', facts('chatting'), { type: 'chosen' }, stays(facts('chatting'), show)],
  ['[CH-026] the channel has accepted', facts('chatting'), { type: 'accepted' }, stays(facts('chatting'), hideOverlay)],
  [
    '[CH-214] the channel has refused',
    facts('waiting'),
    { type: 'refused' },
    stays(facts('waiting'), hideOverlay, { type: 'trouble', key: 'notAvailable', action: 'menu' }, remove, keepWindow),
  ],
  [
    'a refused chat with messages stays',
    facts('waiting', { hasMessages: true }),
    { type: 'refused' },
    stays(facts('waiting'), hideOverlay, { type: 'trouble', key: 'notAvailable', action: 'menu' }),
  ],
];

const run: readonly Row[] = [
  [
    '[CH-122][F-CH1] waiting again hides the overlay and closes a survey',
    facts('waiting'),
    report('waiting'),
    { state: 'waiting', effects: [hideOverlay, clearTrouble, closeSurveys] },
  ],
  [
    '[CH-208] an agent joins',
    facts('waiting'),
    report('chatting'),
    { state: 'chatting', effects: [hideOverlay, clearTrouble, { type: 'track', name: 'CM_CHAT_CONNECT' }] },
  ],
  ['an unchanged state is nothing', facts('chatting'), report('chatting'), stays(facts('chatting'))],
];

const end: readonly Row[] = [
  ['[CH-048] a chat ends', facts('chatting'), report('ended'), { state: 'ended', effects: [...ended, ...left] }],
  [
    '[CH-064] its messages are offered as a transcript',
    facts('chatting', { hasTalk: true }),
    report('ended'),
    { state: 'ended', effects: [...ended, offerTranscript, ...left] },
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
      { state, effects: [...ended, { type: 'trouble', key: 'chatFailed', action: 'newChat' }, ...left] },
    ],
  ),
  [
    '[CH-047] a transferred visitor returns',
    facts('chatting', { origin: 'returns', hasTalk: true }),
    report('ended'),
    { state: 'ended', effects: [...ended, offerTranscript, { type: 'returnToOrigin', hasFailed: false }] },
  ],
  [
    '[CH-047] also from a chat that fails',
    facts('chatting', { origin: 'returns' }),
    report('error'),
    { state: 'error', effects: [...ended, { type: 'returnToOrigin', hasFailed: true }] },
  ],
  [
    '[CH-059] a forbidden return closes the first conversation',
    facts('chatting', { origin: 'closes' }),
    report('ended'),
    { state: 'ended', effects: [...ended, { type: 'closeOrigin' }, ...left] },
  ],
  [
    'the target of a pending transfer ends',
    facts('waiting', { isTransferTarget: true, hasTalk: true }),
    report('ended'),
    { state: 'ended', effects: [...ended] },
  ],
  ['an end is final', facts('ended'), report('error'), stays(facts('ended'))],
  [
    '[CH-049] a closed chat loses its survey',
    facts('ended', { hasSurvey: true }),
    report('closed'),
    { state: 'closed', effects: [hideOverlay, closeSurvey, restartBot] },
  ],
  ['nothing follows a closed chat', facts('closed'), report('ended'), stays(facts('closed'))],
];

const transfer: readonly Row[] = [
  [
    '[CH-057][CH-122][F-CH1] the target begins with the messages of the first, and an open survey closes',
    none,
    { type: 'transferAsked', fromId: 'a' },
    {
      state: 'waiting',
      begins: 'new',
      effects: [{ type: 'holdTransfer', fromId: 'a' }, closeSurveys, clearTrouble, show],
    },
  ],
  [
    '[CH-056] the target has started',
    facts('chatting'),
    { type: 'transferAccepted', fromId: 'a', noSwitchBack: true },
    stays(
      facts('chatting'),
      { type: 'recordTransfer', fromId: 'a', noSwitchBack: true },
      { type: 'save' },
      settleTransfer,
    ),
  ],
  [
    '[CH-208][F-CH14] the bot has handed the visitor over to live chat',
    facts('chatting', { queue: 'bot' }),
    { type: 'handedOver', to: 'sync' },
    stays(facts('chatting'), { type: 'spendChoices' }, { type: 'track', name: 'CM_CHAT_TRANSFER' }),
  ],
  [
    '[CH-208] only this transfer is tracked',
    facts('chatting', { queue: 'bot' }),
    { type: 'handedOver', to: 'async' },
    stays(facts('chatting'), { type: 'spendChoices' }),
  ],
  [
    '[CH-061][CH-217] a transfer fails',
    facts('chatting'),
    { type: 'transferRefused', targetId: 'b' },
    stays(
      facts('chatting'),
      settleTransfer,
      { type: 'dropExternalEntry' },
      { type: 'takeBackTexts', targetId: 'b' },
      { type: 'makeCurrent' },
      show,
      clearTrouble,
      { type: 'sayTransferFailed' },
    ),
  ],
  [
    'a transfer fails before its target begins',
    facts('chatting'),
    { type: 'transferRefused', targetId: undefined },
    stays(
      facts('chatting'),
      settleTransfer,
      { type: 'dropExternalEntry' },
      { type: 'makeCurrent' },
      show,
      clearTrouble,
      { type: 'sayTransferFailed' },
    ),
  ],
  [
    '[CH-047] the visitor is back',
    facts('chatting'),
    { type: 'returned', endedId: 'b' },
    stays(facts('chatting'), { type: 'takeOver', fromId: 'b' }, { type: 'makeCurrent' }, show),
  ],
  [
    'the first conversation continues',
    facts('chatting'),
    { type: 'continued', hasFailed: false },
    stays(facts('chatting')),
  ],
  [
    '[CH-217] the visitor is told why',
    facts('chatting'),
    { type: 'continued', hasFailed: true },
    stays(facts('chatting'), { type: 'trouble', key: 'transferFailed', action: 'none' }),
  ],
  [
    'a new conversation takes its place',
    facts('chatting'),
    { type: 'replaced', byId: 'c' },
    stays(facts('chatting'), { type: 'moveTo', toId: 'c' }, { type: 'forget' }, remove),
  ],
];

const surveyed = facts('ended', { hasSurvey: true });
const survey: readonly Row[] = [
  [
    '[CH-063] a survey is offered',
    facts('ended'),
    { type: 'surveyOffered', survey: emptySurvey },
    stays(facts('ended'), progress('open'), { type: 'offerSurvey', survey: emptySurvey }),
  ],
  [
    '[CH-049] but not for a closed chat',
    facts('closed'),
    { type: 'surveyOffered', survey: emptySurvey },
    stays(facts('closed')),
  ],
  ['nor without a chat', none, { type: 'surveyOffered', survey: emptySurvey }, stays(none)],
  ['a survey is withdrawn', surveyed, { type: 'surveyWithdrawn' }, stays(surveyed, progress('open'), closeSurvey)],
  ['answers are sent', surveyed, { type: 'surveySent' }, stays(surveyed, progress('sending'))],
  [
    '[CH-069][F-CH1] answers without a survey fail',
    facts('ended'),
    { type: 'surveySent' },
    stays(facts('ended'), progress('failed')),
  ],
  [
    '[CH-050] the service has the answers',
    surveyed,
    { type: 'surveyAccepted' },
    stays(surveyed, progress('sent'), closeSurvey, restartBot),
  ],
  [
    '[F-CH1] of a survey that is gone, the visitor gets no thanks',
    facts('ended'),
    { type: 'surveyAccepted' },
    stays(facts('ended')),
  ],
  ['[CH-069] answers are refused', surveyed, { type: 'surveyRefused' }, stays(surveyed, progress('failed'))],
  ['the survey is gone when they are', facts('ended'), { type: 'surveyRefused' }, stays(facts('ended'))],
  ['[CH-050] the visitor closes it', surveyed, { type: 'surveyClosed' }, stays(surveyed, closeSurvey, restartBot)],
  ['there is none to close', facts('ended'), { type: 'surveyClosed' }, stays(facts('ended'))],
  [
    '[CH-122][F-CH1] a new conversation closes it, also at the channel',
    surveyed,
    { type: 'surveyOvertaken' },
    stays(surveyed, closeSurvey, { type: 'cancelSurvey' }),
  ],
  ['there is none to overtake', facts('ended'), { type: 'surveyOvertaken' }, stays(facts('ended'))],
];

const user: readonly Row[] = [
  [
    '[CH-033] a visitor signs in from the offline notice',
    { ...none, isWindowEmpty: true },
    { type: 'signedIn' },
    stays(none, { type: 'start', startType: 'restart' }),
  ],
  ['a visitor signs in elsewhere', none, { type: 'signedIn' }, stays(none)],
];

const groups = { begin, start, run, end, transfer, survey, user };

describe.each(Object.entries(groups))('transitions: %s', (_, rows) => {
  it.each(rows)('%s', (_, before, happening, after) => {
    expect(transitionOf(before, happening)).toEqual(after);
  });
});

it('every happening has a test above', () => {
  // The type check fails here when a happening is added.
  const all: Readonly<Record<Happening['type'], true>> = {
    reported: true,
    spoke: true,
    identified: true,
    resumeAsked: true,
    resumed: true,
    notResumed: true,
    restored: true,
    asked: true,
    chosen: true,
    accepted: true,
    refused: true,
    transferAsked: true,
    transferAccepted: true,
    handedOver: true,
    transferRefused: true,
    returned: true,
    continued: true,
    replaced: true,
    surveyOffered: true,
    surveyWithdrawn: true,
    surveySent: true,
    surveyAccepted: true,
    surveyRefused: true,
    surveyClosed: true,
    surveyOvertaken: true,
    signedIn: true,
  };
  const tested = new Set(Object.values(groups).flatMap((rows) => rows.map(([, , { type }]) => type)));
  expect(Object.keys(all).filter((type) => !tested.has(type as Happening['type']))).toEqual([]);
});
