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
  readonly visitor: string;
  readonly skill: string;
  readonly state: LiveState;
  readonly agent: string | undefined;
  readonly isVisitorTyping: boolean;
  /** The id of the last message the visitor has read; undefined if the wire does not report it. */
  readonly readUpTo: string | undefined;
  readonly startedAt: number;
  readonly messages: readonly LiveMessage[];
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
    | 'read';
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

export function agentOf(id: string | undefined): AgentRecord {
  return agents.find((one) => one.id === id) ?? (agents[0] as AgentRecord);
}
