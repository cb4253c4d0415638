import { describe, expect, it } from 'vitest';
import { agentMessage, agentOnly, startChat } from '../../support/chatStories.ts';

describe('an agent', () => {
  it('[CH-041] who spoke before the service gave the name has it on these messages too', async () => {
    const { channel, messages } = await startChat(agentOnly);
    const { emit } = channel('liveperson');
    emit({ type: 'participants', participants: [{ id: 'a', isActive: true }] });
    emit({ type: 'messages', messages: [agentMessage('1', 'Good morning', { participantId: 'a' })] });
    emit({ type: 'participants', participants: [{ id: 'a', name: 'Natalie' }] });
    emit({ type: 'messages', messages: [agentMessage('2', 'Anything else?', { participantId: 'a' })] });
    expect(messages().map((one) => one.by)).toEqual(['Natalie', 'Natalie']);
  });

  it('[CH-053] hides agents that are machinery: no message, no role', async () => {
    const { channel, shown, texts } = await startChat({
      ...agentOnly,
      deployment: { hiddenAgentMarkers: ['sales-routing'] },
    });
    channel('liveperson').emit({
      type: 'participants',
      participants: [
        { id: 'm', name: 'Sales-Routing 3', role: 'Router' },
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

  it('[CH-053] takes away what an agent has said who turns out to be machinery, and who it was', async () => {
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
  });
});
