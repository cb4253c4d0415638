import { type AgentAction, agentOf, logLineOf } from '../desk.ts';
import type { Conversations } from './conversations.ts';
import type { StoredConversation, StoredDialog } from './records.ts';
import type { Subscribers } from './subscribers.ts';
import { contentEvent } from './wire.ts';

export interface AgentActionPorts {
  readonly conversations: Conversations;
  readonly subscribers: Subscribers;
}

/** Does what the agent desk asks for. Returns false if the action does not fit the conversation's state. */
export function performAgentAction(
  { conversations, subscribers }: AgentActionPorts,
  one: StoredConversation,
  main: StoredDialog,
  action: AgentAction,
): boolean {
  const assign = (agentId: string | undefined): void => {
    one.agentId = agentId;
    conversations.changed(one);
  };
  const send = (text: string, replies?: readonly string[]): void =>
    conversations.addEvent(one, main, assignedAgent(one, action.agentId), contentEvent(text, replies));

  const isOpen = main.state === 'OPEN';
  if (!isOpen && action.action !== 'end') return false;
  const joins = action.action === 'say' && one.agentId === undefined;
  const line = logLineOf(joins ? { ...action, action: 'join' } : action, one.agentId);
  if (line !== undefined && isOpen) conversations.logged(one, line);
  switch (action.action) {
    case 'join':
      assign(agentOf(action.agentId).id);
      break;
    case 'say':
      if (one.agentId === undefined) assign(agentOf(action.agentId).id);
      send(action.text ?? '');
      break;
    case 'control':
      conversations.addEvent(one, main, { id: 'service', role: 'CONTROLLER' }, contentEvent(action.text ?? ''));
      break;
    case 'quickReplies':
      send(action.text ?? 'Please choose:', action.replies ?? ['Yes', 'No']);
      break;
    case 'typing': {
      const chatState = action.isTyping === false ? 'ACTIVE' : 'COMPOSING';
      const originatorId = assignedAgent(one, action.agentId).id;
      const event = { type: 'ChatStateEvent', chatState };
      subscribers.notifyEvents(one, main, [{ originatorId, dialogId: main.id, event }]);
      break;
    }
    case 'leave':
      assign(undefined);
      break;
    case 'transfer':
      one.skillId = action.skill ?? 'sales';
      assign(undefined);
      break;
    case 'edit':
    case 'remove':
      return conversations.replaceText(
        one,
        action.messageId ?? '',
        action.action === 'edit' ? (action.text ?? '') : '',
      );
    case 'read': {
      const sequenceList = main.events.flatMap(({ role, sequence, event }) =>
        role === 'CONSUMER' && event.type === 'ContentEvent' ? [sequence] : [],
      );
      const receipt = { type: 'AcceptStatusEvent', status: 'READ', sequenceList };
      conversations.addEvent(one, main, assignedAgent(one, action.agentId), receipt);
      break;
    }
    case 'end':
    case 'survey':
      if (isOpen) conversations.closeMain(one, 'AGENT', action.action === 'survey');
      else conversations.closeAll(one);
      break;
  }
  return true;
}

/** The agent of the conversation, or the one who acts if it has none. */
export const assignedAgent = (one: StoredConversation, agentId?: string) => ({
  id: one.agentId ?? agentOf(agentId).id,
  role: 'ASSIGNED_AGENT',
});
