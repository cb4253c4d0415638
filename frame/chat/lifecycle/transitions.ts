import type { ChatEventName, StartType } from '../channel.ts';
import { type ConversationState, isLive, isOver } from '../chatState.ts';
import type { ExitSurvey } from '../conversation.ts';
import type { QueueType } from '../routing/adapters.ts';
import type { Problem, SurveyProgress } from '../state.ts';

/**
 * The life cycle of a conversation as one table: from facts and an event it derives the next state and the effects, as
 * data. `dispatch.ts` collects the facts and runs the effects.
 */

/** The facts about the adapter's conversation and the window. */
export interface ConversationFacts {
  /** Undefined if there is no conversation. */
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
  /** Another conversation is waiting or running. */
  readonly hasOtherLive: boolean;
  /** The pane shows the chat without a conversation. */
  readonly isWindowEmpty: boolean;
}

export type LifecycleEvent =
  // Begin: a service reports a conversation, or one from before a reload continues.
  | { readonly type: 'reported'; readonly state: ConversationState }
  | { readonly type: 'spoke' }
  | { readonly type: 'identified' }
  | { readonly type: 'resumeAsked' }
  | { readonly type: 'resumed' }
  | { readonly type: 'notResumed' }
  | { readonly type: 'restored' }
  | { readonly type: 'originRestored' }
  | { readonly type: 'endingRestored' }
  // Start.
  | { readonly type: 'asked'; readonly startType: StartType }
  | { readonly type: 'chosen' }
  | { readonly type: 'accepted' }
  | { readonly type: 'refused' }
  // Transfer. The first two concern the target, the others the conversation that it starts from. `begunId`: the target, if
  // it began with the transfer.
  | { readonly type: 'transferAsked'; readonly fromId: string }
  | { readonly type: 'transferAccepted'; readonly fromId: string; readonly noSwitchBack: boolean }
  | { readonly type: 'handedOver'; readonly to: QueueType }
  | { readonly type: 'transferRefused'; readonly begunId: string | undefined }
  // Return to the conversation that a transfer started from (CH-047). `left` concerns the one that has ended.
  | { readonly type: 'returned'; readonly endedId: string }
  | { readonly type: 'left' }
  | { readonly type: 'continued'; readonly hasFailed: boolean }
  | { readonly type: 'replaced'; readonly byId: string }
  // Exit survey.
  | { readonly type: 'surveyOffered'; readonly survey: ExitSurvey }
  | { readonly type: 'surveyWithdrawn' }
  | { readonly type: 'surveySent' }
  | { readonly type: 'surveyAccepted' }
  | { readonly type: 'surveyRefused' }
  | { readonly type: 'surveyClosed' }
  | { readonly type: 'surveyOvertaken' }
  // The visitor closes the window (CH-025).
  | { readonly type: 'cleared' }
  // User change: the adapter's visitor has signed in.
  | { readonly type: 'signedIn' };

/** Effects on the room. */
export type RoomEffect =
  /** The loading overlay (CH-026). */
  | { readonly type: 'showOverlay' }
  | { readonly type: 'hideOverlay' }
  | { readonly type: 'clearProblem' }
  /** A more precise text from the channel stays (CH-213). */
  | { readonly type: 'problem'; readonly key: string; readonly action: Problem['action'] }
  | { readonly type: 'settleTransfer' }
  /** The pane shows the chat although nothing is active (CH-048). */
  | { readonly type: 'keepWindow' }
  /** Without a conversation, the pane shows the menu again. */
  | { readonly type: 'releaseWindow' }
  /** A new conversation takes the window from an open exit survey (CH-122). */
  | { readonly type: 'closeSurveys' }
  /** It also takes the window from an ended conversation, whose undelivered texts move to the composer. */
  | { readonly type: 'putBackEndedTexts' }
  | { readonly type: 'surveyProgress'; readonly progress: SurveyProgress }
  /** CH-050. */
  | { readonly type: 'restartBot' }
  | { readonly type: 'start'; readonly startType: StartType };

/** Effects on the conversation. */
export type ConversationEffect =
  | { readonly type: 'show' }
  | { readonly type: 'leaveWindow' }
  | { readonly type: 'track'; readonly name: ChatEventName; readonly detail?: Readonly<Record<string, string>> }
  /** A returning visitor of an async queue (CH-034). */
  | { readonly type: 'greet' }
  | { readonly type: 'save' }
  /** A reload must not continue it. The entry of its transfer is no longer in force (CH-060). */
  | { readonly type: 'forget' }
  | { readonly type: 'remove' }
  | { readonly type: 'makeCurrent' }
  | { readonly type: 'stopTyping' }
  | { readonly type: 'spendChoices' }
  | { readonly type: 'offerTranscript' }
  | { readonly type: 'holdTransfer' }
  | { readonly type: 'recordTransfer'; readonly fromId: string; readonly noSwitchBack: boolean }
  /** CH-098. */
  | { readonly type: 'linkSession' }
  /** Removes the conversation of a failed transfer. Its texts move to the composer. */
  | { readonly type: 'removeTarget'; readonly targetId: string }
  | { readonly type: 'sayTransferFailed' }
  | { readonly type: 'returnToOrigin'; readonly hasFailed: boolean }
  | { readonly type: 'closeOrigin' }
  /** The window shows the messages of the other conversation's thread, too (CH-057). */
  | { readonly type: 'continueThread'; readonly fromId: string }
  | { readonly type: 'passThread'; readonly toId: string }
  /** Moves the undelivered texts to the composer. `keepsPending`: only those that are shown as not sent. */
  | { readonly type: 'putBackTexts'; readonly keepsPending?: boolean }
  | { readonly type: 'offerSurvey'; readonly survey: ExitSurvey }
  | { readonly type: 'closeSurvey' }
  | { readonly type: 'cancelSurvey' };

export type Effect = RoomEffect | ConversationEffect;

export interface Transition {
  /** Undefined if there is still no conversation. */
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
    // Waiting is reported again when the service has accepted the request.
    if (next === facts.state && next !== 'waiting') return stay(facts);
    return {
      state: next,
      effects: [
        { type: 'hideOverlay' },
        ...when(isLive(next) && facts.window !== 'other', { type: 'clearProblem' }),
        ...when(next === 'waiting', { type: 'closeSurveys' }),
        ...when(next === 'chatting', { type: 'track', name: 'CM_CHAT_CONNECT' }),
        ...(isOver(next) && !isOver(facts.state) ? endEffects(facts, next) : []),
        ...when(next === 'closed', { type: 'closeSurvey' }),
        // This comes last because it may start another chat.
        ...when(next === 'closed' && facts.hasSurvey, { type: 'restartBot' }),
      ],
    };
  },

  spoke: (facts) => (facts.state === undefined ? beginElsewhere(facts, 'resume') : stay(facts)),

  // The service's id, the state or the ratings have changed: a reload needs them.
  identified: (facts) => stay(facts, ...when(isLive(facts.state), { type: 'save' })),

  resumeAsked: (facts) =>
    facts.state !== undefined && isLive(facts.state) ? stay(facts) : { state: 'resume', begins: 'saved', effects: [] },

  resumed: (facts) =>
    facts.state === undefined || isOver(facts.state)
      ? stay(facts)
      : stay(facts, ...greetEffects(facts), ...when(facts.window === 'free', { type: 'show' })),

  notResumed(facts) {
    // A conversation that the service has reported continues, even if it is not the requested one.
    if (facts.hasMessages || facts.state === 'waiting' || facts.state === 'chatting') return stay(facts);
    return stay(facts, { type: 'remove' }, ...when(isOver(facts.state), { type: 'releaseWindow' }));
  },

  // Of the conversations from before the reload, the window shows this one.
  restored: (facts) => stay(facts, { type: 'show' }),

  // The conversation that this one was transferred from continues after the reload.
  originRestored: (facts) =>
    isOver(facts.state)
      ? stay(facts, ...leaveToOrigin(facts), ...when(facts.origin === 'closes', { type: 'keepWindow' }))
      : stay(facts, { type: 'linkSession' }),

  // The chat whose survey was open is in the window again.
  endingRestored: (facts) => ({
    state: 'ended',
    begins: 'new',
    effects: [facts.window === 'free' ? { type: 'keepWindow' } : { type: 'show' }],
  }),

  asked: (_, { startType }) => ({
    state: 'waiting',
    begins: 'new',
    effects: [
      { type: 'closeSurveys' },
      { type: 'putBackEndedTexts' },
      { type: 'show' },
      { type: 'showOverlay' },
      { type: 'clearProblem' },
      { type: 'track', name: 'CM_CHAT_START', detail: { startType } },
    ],
  }),

  // The visitor asked for a chat that is running already.
  chosen: (facts) => stay(facts, ...when(facts.window !== 'this', { type: 'clearProblem' }), { type: 'show' }),

  // An answer that arrives after the chat has ended or was closed changes nothing: another chat may be starting.
  accepted: (facts) => stay(facts, ...when(isLive(facts.state), { type: 'hideOverlay' })),

  refused: (facts) =>
    stay(
      facts,
      ...when(
        isLive(facts.state),
        { type: 'hideOverlay' },
        { type: 'problem', key: 'notAvailable', action: 'menu' },
        ...when(!facts.hasMessages, { type: 'remove' }, { type: 'keepWindow' }),
      ),
    ),

  // A chat with an agent that is running already continues.
  transferAsked: (facts, { fromId }) => ({
    ...(isLive(facts.state) ? { state: facts.state } : { state: 'waiting', begins: 'new' }),
    effects: [
      { type: 'holdTransfer' },
      { type: 'continueThread', fromId },
      { type: 'closeSurveys' },
      { type: 'putBackEndedTexts' },
      { type: 'clearProblem' },
      { type: 'show' },
    ],
  }),

  transferAccepted: (facts, { fromId, noSwitchBack }) =>
    stay(
      facts,
      { type: 'recordTransfer', fromId, noSwitchBack },
      { type: 'save' },
      { type: 'settleTransfer' },
      { type: 'linkSession' },
    ),

  handedOver: (facts, { to }) =>
    stay(
      facts,
      { type: 'spendChoices' },
      { type: 'putBackTexts', keepsPending: true },
      ...when(facts.queue === 'bot' && to === 'sync', { type: 'track', name: 'CM_CHAT_TRANSFER' }),
    ),

  transferRefused: (facts, { begunId }) =>
    stay(
      facts,
      { type: 'settleTransfer' },
      ...(begunId === undefined ? [] : [{ type: 'removeTarget', targetId: begunId } as const]),
      { type: 'makeCurrent' },
      { type: 'show' },
      { type: 'clearProblem' },
      { type: 'sayTransferFailed' },
    ),

  returned: (facts, { endedId }) =>
    stay(facts, { type: 'continueThread', fromId: endedId }, { type: 'makeCurrent' }, { type: 'show' }),

  // Another person answers now, so the visitor decides whether to send the texts again.
  left: (facts) => stay(facts, { type: 'putBackTexts' }),

  continued: (facts, { hasFailed }) =>
    stay(facts, ...when(hasFailed, { type: 'problem', key: 'transferFailed', action: 'none' })),

  // The new conversation gets the messages. Without the removal there would be two live conversations.
  replaced: (facts, { byId }) =>
    stay(facts, { type: 'passThread', toId: byId }, { type: 'putBackTexts' }, { type: 'forget' }, { type: 'remove' }),

  // A survey that arrives late must not be shown over the next chat.
  surveyOffered: (facts, { survey }) =>
    isOver(facts.state) && facts.state !== 'closed'
      ? stay(
          facts,
          { type: 'surveyProgress', progress: 'open' },
          { type: 'offerSurvey', survey },
          // The window may already show the bot again. The survey is about the agent's chat, which stays until the visitor leaves it.
          ...when(facts.window === 'other', { type: 'show' }),
        )
      : stay(facts),

  surveyWithdrawn: (facts) => stay(facts, { type: 'surveyProgress', progress: 'open' }, { type: 'closeSurvey' }),

  surveySent: (facts) => stay(facts, { type: 'surveyProgress', progress: facts.hasSurvey ? 'sending' : 'failed' }),

  // No thanks for a survey that a new conversation has already closed.
  surveyAccepted: (facts) =>
    facts.hasSurvey
      ? stay(facts, { type: 'surveyProgress', progress: 'sent' }, { type: 'closeSurvey' }, { type: 'restartBot' })
      : stay(facts),

  surveyRefused: (facts) => stay(facts, ...when(facts.hasSurvey, { type: 'surveyProgress', progress: 'failed' })),

  surveyClosed: (facts) => stay(facts, ...cancelEffects(facts)),

  surveyOvertaken: (facts) => stay(facts, ...when(facts.hasSurvey, { type: 'closeSurvey' }, { type: 'cancelSurvey' })),

  cleared: (facts) =>
    stay(facts, isLive(facts.state) ? { type: 'hideOverlay' } : { type: 'putBackTexts' }, ...cancelEffects(facts), {
      type: 'remove',
    }),

  // CH-033: a visitor who signs in from the offline notice wants to chat.
  signedIn: (facts) => stay(facts, ...when(facts.isWindowEmpty, { type: 'start', startType: 'restart' })),
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
      { type: 'closeSurveys' },
      { type: 'putBackEndedTexts' },
      ...greetEffects(facts),
      ...when(!facts.hasOtherLive, { type: 'clearProblem' }, { type: 'show' }),
      ...when(state === 'waiting', { type: 'hideOverlay' }),
    ],
  };
}

/**
 * A conversation has ended or failed. A transferred visitor returns to the first conversation (CH-047). Otherwise the ended
 * messages stay in the window and no conversation is active (CH-048).
 */
function endEffects(facts: ConversationFacts, next: ConversationState): readonly Effect[] {
  const hasFailed = next === 'error' || next === 'fatal_error';
  const always: readonly Effect[] = [
    { type: 'stopTyping' },
    { type: 'spendChoices' },
    { type: 'forget' },
    { type: 'track', name: 'CM_CHAT_END' },
  ];
  // The transfer is refused then, which leads back.
  if (facts.isTransferTarget) return always;
  return [
    ...always,
    ...when(facts.hasTranscript, { type: 'offerTranscript' }),
    ...leaveToOrigin(facts, hasFailed),
    ...when(
      facts.origin !== 'returns' && facts.window !== 'other',
      ...when(hasFailed, { type: 'problem', key: 'chatFailed', action: 'newChat' }),
      { type: 'leaveWindow' },
      { type: 'keepWindow' },
    ),
  ];
}

/** The effects of an end on the conversation that this one was transferred from. */
function leaveToOrigin({ origin }: ConversationFacts, hasFailed = false): readonly Effect[] {
  if (origin === 'none') return [];
  return origin === 'returns' ? [{ type: 'returnToOrigin', hasFailed }] : [{ type: 'closeOrigin' }];
}

/** The visitor closes the survey without answers. */
function cancelEffects({ hasSurvey }: ConversationFacts): readonly Effect[] {
  return when(hasSurvey, { type: 'closeSurvey' }, { type: 'restartBot' }, { type: 'cancelSurvey' });
}

function greetEffects({ queue }: ConversationFacts): readonly Effect[] {
  return when(queue === 'async', { type: 'greet' });
}

function stay({ state }: ConversationFacts, ...effects: readonly Effect[]): Transition {
  return { state, effects };
}

function when(isSo: boolean, ...effects: readonly Effect[]): readonly Effect[] {
  return isSo ? effects : [];
}
