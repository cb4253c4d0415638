import { type ConversationState, isLive, isOver } from '../conversation.ts';
import type { LifecycleEvent } from '../core.ts';
import type { QueueType } from '../routing/adapters.ts';
import type { Effect } from './effects.ts';

/**
 * The life cycle of a conversation as one table: from facts and an event it derives the next state and the effects, by name.
 * `dispatch.ts` collects the facts and runs the effects.
 */

export interface ConversationFacts {
  readonly state: ConversationState | undefined;
  readonly queue: QueueType;
  readonly hasMessages: boolean;
  /** It has messages of people or the bot, so a transcript makes sense. */
  readonly hasTranscript: boolean;
  readonly hasSurvey: boolean;
  /** It is the target of a transfer that no agent has accepted yet. */
  readonly isTransferTarget: boolean;
  /** Its end returns to the live conversation that it was transferred from, or closes that one (CH-059). */
  readonly origin: 'none' | 'returns' | 'closes';
  /** The window shows this conversation, another one, or none in particular. */
  readonly window: 'this' | 'other' | 'free';
  readonly hasOtherLive: boolean;
  /** The visitor has gone on in the conversation that the window shows. Only rows for the window `other` read it. */
  readonly isOvertaken: boolean;
  /** The pane shows the chat without a conversation. */
  readonly isWindowEmpty: boolean;
}

export interface Transition {
  readonly state: ConversationState | undefined;
  /**
   * Creates a conversation in this state. `saved`: it continues the one from before a reload, under the same id. `reported`:
   * the same, but only if the service names that conversation.
   */
  readonly begins?: 'new' | 'saved' | 'reported';
  readonly effects: readonly Effect[];
}

type Row<T extends LifecycleEvent['type']> = (
  facts: ConversationFacts,
  event: Extract<LifecycleEvent, { readonly type: T }>,
) => Transition;

const table: { readonly [T in LifecycleEvent['type']]: Row<T> } = {
  reported(facts, { state: wanted }) {
    if (isLive(wanted) && (facts.state === undefined || isOver(facts.state))) return beginElsewhere(facts, wanted);
    if (facts.state === undefined) return stay(facts);
    // An end is final. `closed` may follow it and removes the exit survey (CH-049).
    const next = isLive(facts.state) || wanted === 'closed' ? wanted : facts.state;
    // A service that works again continues the chat.
    const clear = when(isLive(next) && facts.window !== 'other', 'clearProblem');
    // Waiting is reported again when the service has accepted the request.
    if (next === facts.state && next !== 'waiting') return stay(facts, ...clear);
    return {
      state: next,
      effects: [
        'hideOverlay',
        ...clear,
        ...when(next === 'waiting', 'closeSurveys'),
        ...when(next === 'chatting', ['track', 'CM_CHAT_CONNECT']),
        ...(isOver(next) && !isOver(facts.state) ? endEffects(facts, next) : []),
        ...when(next === 'closed', 'closeSurvey'),
        // This comes last because it may start another chat.
        ...when(next === 'closed' && facts.hasSurvey, 'restartBot'),
      ],
    };
  },

  spoke: (facts) => (facts.state === undefined ? beginElsewhere(facts, 'resume') : stay(facts)),

  // The service's id, the state or the ratings have changed: a reload needs them.
  identified: (facts) => stay(facts, ...when(isLive(facts.state), 'save')),

  resumeAsked: (facts) => (isLive(facts.state) ? stay(facts) : { state: 'resume', begins: 'saved', effects: [] }),

  resumed: (facts) =>
    stay(facts, ...when(isLive(facts.state), ...greetEffects(facts), ...when(facts.window === 'free', 'show'))),

  notResumed(facts, { isFinal }) {
    // A conversation that the service has reported continues, even if it is not the requested one.
    if (facts.hasMessages || facts.state === 'waiting' || facts.state === 'chatting') return stay(facts);
    return stay(facts, ...when(isFinal, 'forget'), 'remove', ...when(isOver(facts.state), 'releaseWindow'));
  },

  // Of the conversations from before the reload, the window shows this one.
  restored: (facts) => stay(facts, 'show'),

  // The conversation that this one was transferred from continues after the reload.
  originRestored: (facts) =>
    isOver(facts.state)
      ? stay(facts, ...leaveToOrigin(facts), ...when(facts.origin === 'closes', 'keepWindow'))
      : stay(facts, 'linkSession'),

  // The chat whose survey was open is in the window again.
  endingRestored: (facts) => ({
    state: 'ended',
    begins: 'new',
    effects: [facts.window === 'free' ? 'keepWindow' : 'show'],
  }),

  asked: (_, { startType }) => ({
    state: 'waiting',
    begins: 'new',
    effects: [
      'closeSurveys',
      'putBackEndedTexts',
      'show',
      'showOverlay',
      'clearProblem',
      ['track', 'CM_CHAT_START', { startType }],
    ],
  }),

  // The visitor asked for a chat that is running already.
  chosen: (facts) => stay(facts, ...when(facts.window !== 'this', 'closeSurveys', 'clearProblem'), 'show'),

  // An answer that arrives after the chat has ended or was closed changes nothing: another chat may be starting.
  accepted: (facts) => stay(facts, ...when(isLive(facts.state), 'hideOverlay')),

  refused: (facts) =>
    stay(
      facts,
      ...when(
        isLive(facts.state),
        'hideOverlay',
        ['problem', 'notAvailable', 'menu'],
        ...when(!facts.hasMessages, 'remove', 'keepWindow'),
      ),
    ),

  // A chat with an agent that is running already continues.
  transferAsked: (facts, { fromId }) => ({
    ...(isLive(facts.state) ? { state: facts.state } : { state: 'waiting', begins: 'new' }),
    effects: ['holdTransfer', ['continueThread', fromId], 'closeSurveys', 'putBackEndedTexts', 'clearProblem', 'show'],
  }),

  transferAccepted: (facts, { fromId, noSwitchBack }) =>
    stay(facts, ['recordTransfer', { fromId, noSwitchBack }], 'save', 'settleTransfer', 'linkSession'),

  handedOver: (facts, { to }) =>
    stay(
      facts,
      'spendChoices',
      ['putBackTexts', { keepsPending: true }],
      ...when(facts.queue === 'bot' && to === 'sync', ['track', 'CM_CHAT_TRANSFER']),
    ),

  transferRefused: (facts, { begunId, hasFailed }) =>
    stay(
      facts,
      'settleTransfer',
      ...(begunId === undefined ? [] : [['removeTarget', begunId] as const]),
      'makeCurrent',
      'show',
      'clearProblem',
      ...when(hasFailed, 'sayTransferFailed'),
    ),

  returned: (facts, { endedId }) => stay(facts, ['continueThread', endedId], 'makeCurrent', 'show'),

  // Another person answers now, so the visitor decides whether to send the texts again.
  left: (facts) => stay(facts, 'putBackTexts'),

  continued: (facts, { hasFailed }) => stay(facts, ...when(hasFailed, 'sayTransferFailed')),

  // The new conversation gets the messages. Without the removal there would be two live conversations.
  replaced: (facts, { byId }) => stay(facts, ['passThread', byId], 'putBackTexts', 'forget', 'remove'),

  // A survey that arrives late must not be shown over the next chat.
  surveyOffered(facts, { survey }) {
    const isElsewhere = facts.window === 'other';
    if (!isOver(facts.state) || facts.state === 'closed') return stay(facts);
    if (isElsewhere && facts.isOvertaken) return stay(facts, 'cancelSurvey');
    // The window may already show the bot again. The survey is about the agent's chat, which stays until the visitor leaves it.
    return stay(facts, ['surveyProgress', 'open'], ['offerSurvey', survey], ...when(isElsewhere, 'show'));
  },

  surveyWithdrawn: (facts) => stay(facts, ['surveyProgress', 'open'], 'closeSurvey'),

  surveySent: (facts) => stay(facts, ['surveyProgress', facts.hasSurvey ? 'sending' : 'failed']),

  // No thanks for a survey that a new conversation has already closed.
  surveyAccepted: (facts) =>
    stay(facts, ...when(facts.hasSurvey, ['surveyProgress', 'sent'], 'closeSurvey', 'restartBot')),

  surveyRefused: (facts) => stay(facts, ...when(facts.hasSurvey, ['surveyProgress', 'failed'])),

  surveyClosed: (facts) => stay(facts, ...cancelEffects(facts)),

  surveyOvertaken: (facts) => stay(facts, ...when(facts.hasSurvey, 'closeSurvey', 'cancelSurvey')),

  cleared: (facts) =>
    stay(facts, isLive(facts.state) ? 'hideOverlay' : 'putBackTexts', ...cancelEffects(facts), 'remove'),

  // CH-033: a visitor who signs in from the offline notice wants to chat.
  signedIn: (facts) => stay(facts, ...when(facts.isWindowEmpty, ['start', 'restart'])),
};

export function transitionOf(facts: ConversationFacts, event: LifecycleEvent): Transition {
  // TypeScript does not see that the row and the event have the same type.
  return (table[event.type] as Row<LifecycleEvent['type']>)(facts, event);
}

/** A service may report a conversation that started elsewhere. */
function beginElsewhere(facts: ConversationFacts, state: ConversationState): Transition {
  return {
    state,
    begins: 'reported',
    effects: [
      'closeSurveys',
      'putBackEndedTexts',
      ...greetEffects(facts),
      ...when(!facts.hasOtherLive, 'clearProblem', 'show'),
      ...when(state === 'waiting', 'hideOverlay'),
    ],
  };
}

/**
 * A conversation has ended or failed. A transferred visitor returns to the first conversation (CH-047). Otherwise the ended
 * messages stay in the window and no conversation is active (CH-048).
 */
function endEffects(facts: ConversationFacts, next: ConversationState): readonly Effect[] {
  const hasFailed = next === 'error' || next === 'fatal_error';
  const always: readonly Effect[] = ['stopTyping', 'spendChoices', 'forget', ['track', 'CM_CHAT_END']];
  // The transfer is refused then, which leads back.
  if (facts.isTransferTarget) return always;
  return [
    ...always,
    ...when(facts.hasTranscript, 'offerTranscript'),
    ...leaveToOrigin(facts, hasFailed),
    ...when(
      facts.origin !== 'returns' && facts.window !== 'other',
      ...when(hasFailed, ['problem', 'chatFailed', 'newChat']),
      'leaveWindow',
      'keepWindow',
    ),
  ];
}

/** The effects of an end on the conversation that this one was transferred from. */
function leaveToOrigin({ origin }: ConversationFacts, hasFailed = false): readonly Effect[] {
  if (origin === 'none') return [];
  return origin === 'returns' ? [['returnToOrigin', hasFailed]] : ['closeOrigin'];
}

/** The visitor closes the survey without answers. */
function cancelEffects({ hasSurvey }: ConversationFacts): readonly Effect[] {
  return when(hasSurvey, 'closeSurvey', 'restartBot', 'cancelSurvey');
}

const greetEffects = ({ queue }: ConversationFacts): readonly Effect[] => when(queue === 'async', 'greet');

const stay = ({ state }: ConversationFacts, ...effects: readonly Effect[]): Transition => ({ state, effects });

const when = (isSo: boolean, ...effects: readonly Effect[]): readonly Effect[] => (isSo ? effects : []);
