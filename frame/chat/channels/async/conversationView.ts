import type { ConversationDetails, DialogDetails } from './wire.ts';

/** The vendor's conversation details, reduced to what the channel needs. */
export interface ConversationView {
  readonly phase: 'waiting' | 'chatting' | 'survey' | 'closed';
  /** Ids of the agents or bots, in the vendor's order. */
  readonly agents: readonly string[];
  readonly mainDialogId: string | undefined;
  readonly surveyDialogId: string | undefined;
}

/** Roles of participants who are not agents (CH-137). */
const nonAgentRoles = new Set(['CONSUMER', 'READER', 'CONTROLLER']);

export function isAgentRole(role: string | undefined | null): boolean {
  return typeof role === 'string' && !nonAgentRoles.has(role);
}

/**
 * Reads the dialogs first, then `stage`, and `state` last. `state` describes only the main dialog: it is CLOSE while a
 * survey runs (CH-135, CH-138, CH-139).
 */
export function viewConversation(details: ConversationDetails): ConversationView {
  const open = details.dialogs.filter((one) => one.state === 'OPEN');
  const main = open.find((one) => one.dialogType === 'MAIN');
  const survey = open.find((one) => one.dialogType === 'POST_SURVEY');
  const isClosed =
    details.stage === 'CLOSE' || (open.length === 0 && (details.dialogs.length > 0 || details.state === 'CLOSE'));
  const agents = agentsOf(main, details);
  const ids = { mainDialogId: main?.dialogId, surveyDialogId: survey?.dialogId };
  if (isClosed) return { phase: 'closed', agents: [], mainDialogId: undefined, surveyDialogId: undefined };
  if (survey && !main) return { phase: 'survey', agents: [], ...ids };
  return { phase: agents.length > 0 ? 'chatting' : 'waiting', agents, ...ids };
}

function agentsOf(main: DialogDetails | undefined, details: ConversationDetails): readonly string[] {
  const people = main && main.participantsDetails.length > 0 ? main.participantsDetails : details.participants;
  return [...new Set(people.filter((one) => isAgentRole(one.role)).map((one) => one.id))];
}
