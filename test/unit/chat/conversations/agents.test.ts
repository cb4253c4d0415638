import { describe, expect, it } from 'vitest';
import { agentMessage, agentOnly, startChat } from '../../../support/chatStories.ts';

describe('agents', () => {
  it('[CH-041] adds a name that arrives late to the agent’s earlier messages', async () => {
    const { channel, messages } = await startChat(agentOnly);
    const { emit } = channel('liveperson');
    emit({ type: 'participants', participants: [{ id: 'a', isActive: true }] });
    emit({ type: 'messages', messages: [agentMessage('1', 'Good morning', { participantId: 'a' })] });
    emit({ type: 'participants', participants: [{ id: 'a', name: 'Natalie' }] });
    emit({ type: 'messages', messages: [agentMessage('2', 'Anything else?', { participantId: 'a' })] });
    expect(messages().map((one) => one.by)).toEqual(['Natalie', 'Natalie']);
  });

  it('[CH-053] hides the messages and the role of an agent with a hidden marker', async () => {
    const { channel, shown, texts } = await startChat({
      ...agentOnly,
      deployment: { hiddenAgentMarkers: ['sales-routing'] },
    });
    channel('liveperson').emit({
      type: 'participants',
      participants: [
        { id: 'm', name: 'Sales-Routing 3' },
        { id: 'a', name: 'Mina' },
      ],
    });
    channel('liveperson').emit({
      type: 'messages',
      messages: [
        agentMessage('1', 'routing', { participantId: 'm' }),
        agentMessage('2', 'Hello', { participantId: 'a' }),
      ],
    });
    expect(shown()?.participants.map((one) => one.name)).toEqual(['Mina']);
    expect(texts()).toEqual(['Hello']);
  });

  it('[CH-053] removes an agent and its messages when its name turns out to be hidden', async () => {
    const bench = await startChat({ ...agentOnly, deployment: { hiddenAgentMarkers: ['sales-routing'] } });
    const { emit } = bench.channel('liveperson');
    emit({ type: 'participants', participants: [{ id: 'm', isActive: true }] });
    emit({
      type: 'messages',
      messages: [
        agentMessage('1', 'routing', { participantId: 'm' }),
        agentMessage('2', 'Hello', { participantId: 'a' }),
      ],
    });
    emit({ type: 'participants', participants: [{ id: 'm', name: 'sales-routing 3' }] });
    emit({ type: 'messages', messages: [agentMessage('3', 'it joined', { type: 'agentJoin', participantId: 'm' })] });
    expect(bench.texts()).toEqual(['Hello']);
    expect(bench.shown()?.participants).toEqual([]);
    emit({ type: 'participants', participants: [{ id: 'a', name: 'Mina' }] });
    emit({
      type: 'participants',
      participants: [
        { id: 'b', name: 'sales-routing 4' },
        { id: 'm', name: 'Mary' },
      ],
    });
    expect(bench.shown()?.participants.map((one) => one.name)).toEqual(['Mina']);
  });
});
