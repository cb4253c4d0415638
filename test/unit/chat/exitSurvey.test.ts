import { describe, expect, it } from 'vitest';
import { chatTexts } from '../../../frame/chat/texts.ts';
import { headerOf, surveyedConversation } from '../../../frame/chat/window/shown.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { agentMessage, agentOnly, emptySurvey, openChat, startChat } from '../../support/chatStories.ts';

describe('the exit survey', () => {
  it('[CH-063][CH-065] is shown if the service has one, and its answers are sent', async () => {
    const { store, channel, run } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    expect(surveyedConversation(store.state)).toBeUndefined();
    channel('liveperson').emit({
      type: 'survey',
      survey: {
        ...emptySurvey,
        questions: [
          {
            id: 4,
            label: 'Well?',
            type: 'textField',
            isMandatory: false,
            validation: undefined,
            logicId: undefined,
            entries: [],
            lastKnownValue: '',
          },
        ],
      },
    });
    expect(surveyedConversation(store.state)?.exitSurvey?.header).toBe('How was it?');
    await store.submitSurvey({ 4: 'fine' });
    await run();
    expect(channel('liveperson').calls.submitted).toEqual([{ 4: 'fine' }]);
    expect(surveyedConversation(store.state)).toBeUndefined();
  });

  it('[CH-037][CH-063][CH-139] is announced, and so are quick replies', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').emit({
      type: 'quickReplies',
      replies: [
        { id: 'y', text: 'Yes' },
        { id: 'n', text: 'No' },
      ],
    });
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    expect(store.state.announcements).toMatchObject([
      { sender: chatTexts.quickReplies, text: 'Yes or No' },
      { sender: 'System', text: 'How was it?' },
    ]);
  });

  it('[CH-037][CH-139] quick replies are announced once, even if the service repeats them', async () => {
    const { store, channel } = await startChat(agentOnly);
    const offer = (...ids: string[]) =>
      channel('liveperson').emit({ type: 'quickReplies', replies: ids.map((id) => ({ id, text: id })) });
    offer('y', 'n');
    offer('y', 'n');
    expect(store.state.announcements.map((one) => one.text)).toEqual(['y or n']);
    offer();
    offer('y', 'n');
    expect(store.state.announcements.map((one) => one.text)).toEqual(['y or n', 'y or n']);
  });

  it('[CH-068] logs a failed load and shows no panel', async () => {
    const { store, channel, fakes } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'surveyFailed' });
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(fakes.log.warnings).toHaveLength(1);
  });

  it('[CH-063][CH-064] after a transfer is in the ended agent’s window, which thanks and leads back to the bot', async () => {
    const { store, channel, run, shown, messages } = await startChat();
    channel('bot').behaviour.resume = async () => true;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'Bye')] });
    channel('liveperson').change({ state: 'ended' });
    await run();
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    expect(shown()).toMatchObject({ adapterId: 'liveperson', state: 'ended' });
    expect(headerOf(store.state).phase).toBe('ended');
    await store.submitSurvey({});
    expect(shown()).toMatchObject({ adapterId: 'liveperson', state: 'ended' });
    expect(store.state.survey).toBe('sent');
    expect(messages().at(-1)?.source).toBe('download-transcript');
    await store.startNewChat();
    expect(shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-009][CH-122][F-CH27] closes when a link of the page shows the chat with the bot', async () => {
    const { store, channel, run, shown } = await startChat();
    channel('bot').behaviour.resume = async () => true;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    await run();
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await store.startChat('link');
    expect(shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(channel('liveperson').calls.cancelled).toBe(1);
  });

  it('[CH-069] keeps the answers after a failed submit, logs once, and sends them again', async () => {
    const { store, channel, fakes } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    channel('liveperson').behaviour.submit = () => Promise.reject(createError('CALL_FAILED', 'down'));
    await store.submitSurvey({});
    expect(store.state.survey).toBe('failed');
    expect(surveyedConversation(store.state)).toBeDefined();
    expect(fakes.log.warnings).toHaveLength(1);
    channel('liveperson').behaviour.submit = async () => {};
    await store.submitSurvey({});
    expect(surveyedConversation(store.state)).toBeUndefined();
  });

  it('[CH-063][CH-069] thanks for the answers of this chat only, and not at the end of the next one', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await store.submitSurvey({});
    expect(store.state.survey).toBe('sent');
    await store.startNewChat();
    channel('liveperson').change({ state: 'ended' });
    expect(store.state.survey).toBe('open');
  });

  it('[CH-049][CH-050] restarts the bot of console-contact when closing the conversation removes the survey', async () => {
    const { store, channel, run } = await openChat({
      entries: [{ service: 'bot', skill: 'console-contact' }, { service: 'liveperson' }],
    });
    await store.startChat('menu', 'liveperson');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    channel('liveperson').change({ state: 'closed' });
    await run();
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-026][CH-050] shows the overlay while a restarted bot starts', async () => {
    const { store, channel } = await openChat({
      entries: [{ service: 'bot', skill: 'console-contact' }, { service: 'liveperson' }],
    });
    await store.startChat('menu', 'liveperson');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    channel('bot').behaviour.start = () => new Promise(() => {});
    channel('liveperson').change({ state: 'closed' });
    expect(store.state.conversations.at(-1)).toMatchObject({ adapterId: 'bot', state: 'waiting' });
    expect(store.state.isStarting).toBe(true);
  });

  it('[CH-069] closes the panel even if the cancellation fails', async () => {
    const { store, channel, fakes, run } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    channel('liveperson').behaviour.cancel = () => Promise.reject(createError('CALL_FAILED', 'down'));
    await store.closeSurvey();
    await run();
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(fakes.log.warnings).toHaveLength(1);
  });

  it.each([
    ['console-contact', 1],
    ['cloud', 0],
  ])('[CH-050] afterwards, the bot of skill %s restarts %s times', async (skill, starts) => {
    const { store, channel, run } = await openChat({ entries: [{ service: 'bot', skill }, { service: 'liveperson' }] });
    await store.startChat('menu', 'liveperson');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await store.closeSurvey();
    await run();
    expect(channel('bot').calls.started).toHaveLength(starts);
    if (starts > 0) expect(store.state.conversations.at(-1)).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-122][F-CH1] closes in the window and at its channel when a new chat starts', async () => {
    const { store, channel, run } = await startChat({
      entries: [{ service: 'bot', skill: 'console-contact' }, { service: 'liveperson' }, { service: 'liveperson2' }],
    });
    await store.startChat('menu', 'liveperson');
    channel('bot').change({ state: 'ended' });
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await store.startChat('menu', 'liveperson2');
    await run();
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(channel('liveperson').calls.cancelled).toBe(1);
    // The bot of console-contact would take the window from the new chat.
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-122][F-CH1] closes when its service waits for an agent again', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    channel('liveperson').change({ state: 'waiting' });
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(channel('liveperson').calls.cancelled).toBe(1);
  });

  it('[CH-122][F-CH1] closes when the bot transfers the visitor', async () => {
    const { store, channel, shown, run } = await startChat();
    channel('bot').behaviour.resume = async () => true;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await run();
    expect(surveyedConversation(store.state)).toBeDefined();
    await channel('bot').ports.requestTransfer({});
    expect(shown()).toMatchObject({ adapterId: 'liveperson', state: 'chatting' });
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(channel('liveperson').calls.cancelled).toBe(1);
  });

  it('[CH-069][F-CH1] answers without a survey fail visibly', async () => {
    const { store, channel } = await startChat(agentOnly);
    await store.submitSurvey({});
    expect(store.state.survey).toBe('failed');
    expect(channel('liveperson').calls.submitted).toEqual([]);
  });

  it('[CH-069][F-CH1] answers that arrive after a new chat has closed the survey get no thanks', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    let accept = (): void => {};
    channel('liveperson').behaviour.submit = () => new Promise((resolve) => (accept = resolve));
    const sent = store.submitSurvey({});
    await store.startChat('menu');
    accept();
    await sent;
    expect(store.state.survey).toBe('open');
  });
});

describe('an exit survey', () => {
  it('[CH-063][CH-122][F-CH1] that arrives after the next chat has started is not shown over it', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').behaviour.start = async () => {
      channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    };
    await store.startChat('menu');
    expect(surveyedConversation(store.state)).toBeUndefined();
  });

  it('[CH-063][CH-122] that arrives after the visitor has gone on in another chat is cancelled', async () => {
    const next = await startChat({ entries: [{ service: 'liveperson' }, { service: 'liveperson2' }] });
    next.channel('liveperson2').change({ state: 'ended' });
    await next.store.startChat('menu', 'liveperson');

    const back = await startChat();
    back.channel('bot').behaviour.resume = async () => true;
    await back.channel('bot').ports.requestTransfer({});
    back.channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'Bye')] });
    back.channel('liveperson').change({ state: 'ended' });
    await back.run();
    back.store.send('And now?');

    for (const [{ store, channel, shown }, ended] of [
      [next, 'liveperson2'],
      [back, 'liveperson'],
    ] as const) {
      const live = shown()?.id;
      channel(ended).emit({ type: 'survey', survey: emptySurvey });
      expect(shown()).toMatchObject({ id: live, state: 'chatting' });
      expect(surveyedConversation(store.state)).toBeUndefined();
      expect(channel(ended).calls.cancelled).toBe(1);
    }
  });

  it('[CH-063][CH-069] of the last chat gets no thanks after the next transfer', async () => {
    const { store, channel, run } = await startChat();
    channel('bot').behaviour.resume = async () => true;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await run();
    await store.submitSurvey({});
    expect(store.state.survey).toBe('sent');
    await channel('bot').ports.requestTransfer({ noSwitchBack: true });
    channel('liveperson').change({ state: 'ended' });
    expect(store.state.survey).toBe('open');
  });

  it('[CH-025] of another ended chat is cancelled too when the visitor closes the window', async () => {
    const { store, channel, run } = await startChat();
    channel('bot').behaviour.resume = async () => true;
    await channel('bot').ports.requestTransfer({});
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey: emptySurvey });
    await run();
    store.clear();
    await run();
    expect(channel('liveperson').calls.cancelled).toBe(1);
  });
});
