import type { ConversationDetails, Dialog } from './wire.ts';

/** What the metadata of a conversation says, in our words. */
export interface ConversationView {
  readonly phase: 'waiting' | 'chatting' | 'survey' | 'closed';
  /** Ids of the people (or machines) who answer, in order of appearance. */
  readonly agents: readonly string[];
  readonly mainDialogId: string | undefined;
  readonly surveyDialogId: string | undefined;
}

/** CH-137: these take part without being agents. */
const noAgents = new Set(['CONSUMER', 'READER', 'CONTROLLER']);

export function isAgentRole(role: string | undefined | null): boolean {
  return typeof role === 'string' && !noAgents.has(role);
}

/**
 * Dialogs first, the stage next, `state` last: `state` speaks of the main dialog only, and a survey runs while it says
 * CLOSE (CH-135, CH-138, CH-139).
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

function agentsOf(main: Dialog | undefined, details: ConversationDetails): readonly string[] {
  const people = main && main.participantsDetails.length > 0 ? main.participantsDetails : details.participants;
  return [...new Set(people.filter((one) => isAgentRole(one.role)).map((one) => one.id))];
}

/** CH-136: details that are older than what is known change nothing. */
export function isStale(known: number | undefined, told: number | undefined): boolean {
  return known !== undefined && told !== undefined && told < known;
}
