/** What the agent desk shows and does. The same for messaging and live chat. */

export type LiveState = 'waiting' | 'chatting' | 'survey' | 'ended';

export interface LiveMessage {
  readonly id: string;
  readonly from: 'visitor' | 'agent' | 'system';
  readonly text: string;
  /** ms since the epoch. */
  readonly time: number;
}

export interface LiveConversation {
  readonly id: string;
  readonly kind: 'messaging' | 'chat';
  /** The id by which the visitor's browser knows it. */
  readonly session: string;
  readonly visitor: string;
  readonly skill: string;
  readonly state: LiveState;
  readonly agent: string | undefined;
  readonly isVisitorTyping: boolean;
  /** The id of the last message the visitor has read; undefined if the wire does not report it. */
  readonly readUpTo: string | undefined;
  readonly startedAt: number;
  readonly messages: readonly LiveMessage[];
  /** Who joined, transferred and ended, for the desk only. */
  readonly log: readonly LogLine[];
}

export interface LogLine {
  readonly text: string;
  /** ms since the epoch. */
  readonly time: number;
}

/** What the log says about an action; undefined if it does not change who talks to the visitor. */
export function logLineOf({ action, agentId, skill }: AgentAction, before: string | undefined): string | undefined {
  const { nickname } = agentOf(agentId ?? before);
  switch (action) {
    case 'join':
      return before === undefined || before === agentId
        ? `${nickname} joined.`
        : `${agentOf(before).nickname} handed the visitor over to ${nickname}.`;
    case 'transfer':
      return `${nickname} transferred the visitor to ${skill ?? 'sales'}.`;
    case 'leave':
      return `${nickname} left.`;
    case 'end':
      return `${nickname} ended the conversation.`;
    case 'survey':
      return `${nickname} ended the conversation with a survey.`;
    default:
      return undefined;
  }
}

export interface AgentAction {
  readonly action:
    | 'join'
    | 'say'
    | 'typing'
    | 'leave'
    | 'end'
    | 'transfer'
    | 'quickReplies'
    | 'survey'
    | 'edit'
    | 'remove'
    | 'read'
    /** A message of the service itself, with the role CONTROLLER. */
    | 'control';
  readonly text?: string | undefined;
  /** The message to edit or remove. */
  readonly messageId?: string | undefined;
  readonly isTyping?: boolean | undefined;
  /** The titles of the quick replies. */
  readonly replies?: readonly string[] | undefined;
  readonly skill?: string | undefined;
  /** Which agent acts. Default: the first. */
  readonly agentId?: string | undefined;
}

export interface LiveDesk {
  list(): readonly LiveConversation[];
  /** Returns false if the conversation does not exist or the action does not fit its state. */
  act(conversationId: string, action: AgentAction): boolean;
  reset(): void;
}

export interface AgentRecord {
  readonly id: string;
  readonly nickname: string;
  readonly fullName: string;
}

/** The agents of Northwind Cloud. */
export const agents: readonly AgentRecord[] = [
  { id: '25025413', nickname: 'Natalie', fullName: 'Natalie Okafor' },
  { id: '25025414', nickname: 'Jonas', fullName: 'Jonas Weidmann' },
  { id: '25025415', nickname: 'Aiko', fullName: 'Aiko Tanabe' },
];

/** The queues that an agent can transfer a visitor to. */
export const skills: readonly string[] = ['cloud-sales', 'data-sales', 'shield-specialists', 'support'];

export function agentOf(id: string | undefined): AgentRecord {
  return agents.find((one) => one.id === id) ?? (agents[0] as AgentRecord);
}
