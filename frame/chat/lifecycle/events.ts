import type { StartType } from '../channel.ts';
import type { ConversationState } from '../chatState.ts';
import type { ExitSurvey } from '../conversation.ts';
import type { QueueType } from '../routing/adapters.ts';

/** What happens to a conversation. `transitions.ts` has a row for each. */
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
