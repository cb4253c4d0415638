import type { Effect } from '../../../frame/chat/lifecycle/effects.ts';
import { emptySurvey } from '../../support/chatStories.ts';
import { facts, none, type Row, stays, testRows } from '../../support/transitionRows.ts';

const putBackNotSent: Effect = ['putBackTexts', { keepsPending: true }];
const progress = (of: 'open' | 'sending' | 'failed' | 'sent'): Effect => ['surveyProgress', of];

const asked: readonly Effect[] = [
  'holdTransfer',
  ['continueThread', 'a'],
  'closeSurveys',
  'putBackEndedTexts',
  'clearProblem',
  'show',
];
const transfer: readonly Row[] = [
  [
    '[CH-057][CH-122][F-CH1] the target begins with the messages of the first, and an open survey closes',
    none,
    { type: 'transferAsked', fromId: 'a' },
    {
      state: 'waiting',
      begins: 'new',
      effects: asked,
    },
  ],
  [
    '[CH-055] a running chat with the agent continues',
    facts('chatting'),
    { type: 'transferAsked', fromId: 'a' },
    { state: 'chatting', effects: asked },
  ],
  [
    '[CH-056][CH-098] the target has started',
    facts('chatting'),
    { type: 'transferAccepted', fromId: 'a', noSwitchBack: true },
    stays(
      facts('chatting'),
      ['recordTransfer', { fromId: 'a', noSwitchBack: true }],
      'save',
      'settleTransfer',
      'linkSession',
    ),
  ],
  [
    '[CH-208][F-CH14] the bot has handed the visitor over to live chat',
    facts('chatting', { queue: 'bot' }),
    { type: 'handedOver', to: 'sync' },
    stays(facts('chatting'), 'spendChoices', putBackNotSent, ['track', 'CM_CHAT_TRANSFER']),
  ],
  [
    '[CH-208] only this transfer is tracked',
    facts('chatting', { queue: 'bot' }),
    { type: 'handedOver', to: 'async' },
    stays(facts('chatting'), 'spendChoices', putBackNotSent),
  ],
  [
    '[CH-208] no transfer from an agent is tracked',
    facts('chatting', { queue: 'async' }),
    { type: 'handedOver', to: 'sync' },
    stays(facts('chatting'), 'spendChoices', putBackNotSent),
  ],
  [
    '[CH-061][CH-217] a transfer fails',
    facts('chatting'),
    { type: 'transferRefused', begunId: 'b', hasFailed: true },
    stays(
      facts('chatting'),
      'settleTransfer',
      ['removeTarget', 'b'],
      'makeCurrent',
      'show',
      'clearProblem',
      'sayTransferFailed',
    ),
  ],
  [
    'a transfer fails before its target begins, or the target was running',
    facts('chatting'),
    { type: 'transferRefused', begunId: undefined, hasFailed: true },
    stays(facts('chatting'), 'settleTransfer', 'makeCurrent', 'show', 'clearProblem', 'sayTransferFailed'),
  ],
  [
    '[CH-217] the visitor ends a transfer that is pending',
    facts('chatting'),
    { type: 'transferRefused', begunId: 'b', hasFailed: false },
    stays(facts('chatting'), 'settleTransfer', ['removeTarget', 'b'], 'makeCurrent', 'show', 'clearProblem'),
  ],
  [
    '[CH-047] the visitor is back',
    facts('chatting'),
    { type: 'returned', endedId: 'b' },
    stays(facts('chatting'), ['continueThread', 'b'], 'makeCurrent', 'show'),
  ],
  [
    '[CH-215] and has left with the texts that were not delivered',
    facts('ended'),
    { type: 'left' },
    stays(facts('ended'), 'putBackTexts'),
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
    stays(facts('chatting'), 'sayTransferFailed'),
  ],
  [
    'a new conversation takes its place',
    facts('chatting'),
    { type: 'replaced', byId: 'c' },
    stays(facts('chatting'), ['passThread', 'c'], 'putBackTexts', 'forget', 'remove'),
  ],
];

const surveyed = facts('ended', { hasSurvey: true });
const survey: readonly Row[] = [
  [
    '[CH-063] a survey is offered',
    facts('ended'),
    { type: 'surveyOffered', survey: emptySurvey },
    stays(facts('ended'), progress('open'), ['offerSurvey', emptySurvey]),
  ],
  [
    '[CH-049] but not for a closed chat',
    facts('closed'),
    { type: 'surveyOffered', survey: emptySurvey },
    stays(facts('closed')),
  ],
  [
    '[CH-122] nor over the next chat',
    facts('waiting'),
    { type: 'surveyOffered', survey: emptySurvey },
    stays(facts('waiting')),
  ],
  [
    '[CH-122] nor after the visitor has gone on in another one',
    facts('ended', { window: 'other', isOvertaken: true }),
    { type: 'surveyOffered', survey: emptySurvey },
    stays(facts('ended', { window: 'other' }), 'cancelSurvey'),
  ],
  ['nor without a chat', none, { type: 'surveyOffered', survey: emptySurvey }, stays(none)],
  ['a survey is withdrawn', surveyed, { type: 'surveyWithdrawn' }, stays(surveyed, progress('open'), 'closeSurvey')],
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
    stays(surveyed, progress('sent'), 'closeSurvey', 'restartBot'),
  ],
  [
    '[F-CH1] of a survey that is gone, the visitor gets no thanks',
    facts('ended'),
    { type: 'surveyAccepted' },
    stays(facts('ended')),
  ],
  ['[CH-069] answers are refused', surveyed, { type: 'surveyRefused' }, stays(surveyed, progress('failed'))],
  ['the survey is gone when they are', facts('ended'), { type: 'surveyRefused' }, stays(facts('ended'))],
  [
    '[CH-050] the visitor closes it',
    surveyed,
    { type: 'surveyClosed' },
    stays(surveyed, 'closeSurvey', 'restartBot', 'cancelSurvey'),
  ],
  ['there is none to close', facts('ended'), { type: 'surveyClosed' }, stays(facts('ended'))],
  [
    '[CH-122][F-CH1] a new conversation closes it, also at the channel',
    surveyed,
    { type: 'surveyOvertaken' },
    stays(surveyed, 'closeSurvey', 'cancelSurvey'),
  ],
  ['there is none to overtake', facts('ended'), { type: 'surveyOvertaken' }, stays(facts('ended'))],
];

testRows('transferAndSurvey', { transfer, survey });
