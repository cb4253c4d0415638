import { describe, expect, it } from 'vitest';
import { createError } from '../../../../frame/platform/errors.ts';
import { agentMessage, agentOnly, emptySurvey, openChat, resumes, startChat } from '../../../support/chatStories.ts';
import type { FakeChannel } from '../../../support/fakeChannel.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

describe('an ended chat with a survey, after a reload', () => {
  it('[F-CH27] keeps its survey, its messages and thanks, although the bot goes on', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage });
    first.channel('bot').behaviour.resume = async () => true;
    await first.channel('bot').ports.requestTransfer({});
    first.channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'Bye')] });
    first.channel('liveperson').change({ state: 'ended' });
    await first.run();
    first.channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await first.run();
    first.fakes.lifetime.end();
    const resumesBot = (fake: FakeChannel): void => void (fake.ports.adapterId === 'bot' && resumes(fake));
    let ids = 0;
    const ports = { createId: () => `later-${ids++}` };
    const second = await openChat({
      ...{ storage, ports },
      prepare(fake) {
        resumesBot(fake);
        fake.behaviour.resumeSurvey = async () => fake.emit({ type: 'survey', survey: emptySurvey });
      },
    });
    await second.run();
    expect(second.shown()).toMatchObject({ adapterId: 'liveperson', state: 'ended', exitSurvey: emptySurvey });
    expect(second.texts()).toContain('Bye');
    await second.store.submitSurvey({});
    await second.run();
    second.fakes.lifetime.end();
    const third = await openChat({ storage, ports, prepare: resumesBot });
    await third.run();
    expect(third.store.state.survey).toBe('sent');
    expect(third.shown()).toMatchObject({ adapterId: 'liveperson', state: 'ended', exitSurvey: undefined });
    expect(third.messages().at(-1)?.source).toBe('download-transcript');
    await third.store.startNewChat();
    await third.run();
    third.fakes.lifetime.end();
    const fourth = await openChat({ storage, ports, prepare: resumesBot });
    expect(fourth.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[F-CH27] says that a message was removed', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage, ...agentOnly });
    first.channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'A secret')] });
    first.channel('liveperson').emit({ type: 'removed', id: '1' });
    first.channel('liveperson').change({ state: 'ended' });
    first.channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await first.run();
    first.fakes.lifetime.end();
    const second = await openChat({ storage, ...agentOnly });
    await second.run();
    expect(second.messages()[0]).toMatchObject({ type: 'agent', text: '', isRemoved: true });
    expect(second.store.transcript().text).toContain('A message was removed.');
  });

  it('[F-CH27] is not shown again if the visitor has closed it, although its survey could not be loaded', async () => {
    const storage = createFakeStorage();
    const first = await startChat({ storage, ...agentOnly });
    first.channel('liveperson').change({ state: 'ended' });
    first.channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await first.run();
    first.fakes.lifetime.end();
    const fails = (fake: FakeChannel): void => {
      fake.behaviour.resumeSurvey = () => Promise.reject(createError('CALL_FAILED', 'down'));
    };
    const second = await openChat({ storage, ...agentOnly, prepare: fails });
    await second.run();
    expect(second.shown()?.state).toBe('ended');
    expect(second.fakes.log.warnings).toEqual(['The survey of an ended chat could not be restored. (down)']);
    // A page on which it can be loaded may follow.
    second.store.setDraft('something else changes');
    await second.run();
    second.fakes.lifetime.end();
    const third = await openChat({ storage, ...agentOnly, prepare: fails });
    await third.run();
    expect(third.shown()?.state).toBe('ended');
    third.store.clear();
    await third.run();
    third.fakes.lifetime.end();
    const fourth = await openChat({ storage, ...agentOnly, prepare: fails });
    await fourth.run();
    expect(fourth.shown()).toBeUndefined();
  });
});
