// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { ExitSurvey } from '../../../frame/chat/conversation.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import { agentOnly } from '../../support/chatStories.ts';
import { buttonOf, focused, press, renderChat, shows } from '../../support/renderChat.ts';

const alerts = (box: Element) => [...box.querySelectorAll('[role=alert]')].map((one) => one.textContent);

describe('a service that asks for a newer version', () => {
  const outdated = { key: 'outdated', action: 'reload', link: undefined } as const;

  it('[F-DL10] says that the text is kept and offers to reload, and the draft stays', async () => {
    let reloads = 0;
    const { box, store, fakes } = await renderChat({
      ...agentOnly,
      onReload: async () => {
        reloads += 1;
        return true;
      },
    });
    await act(async () => {
      store.setDraft('half a sentence');
      store.state.problem = outdated;
    });
    expect(alerts(box)).toContain(chatTexts.outdated);
    await press(box, chatTexts.reload);
    expect(reloads).toBe(1);
    expect(box.textContent).not.toContain(chatTexts.reloadFailed);
    expect(box.querySelector('textarea')?.value).toBe('half a sentence');
    expect(fakes.storage.read('cm-draft')).toBe('half a sentence');
  });

  it('[F-DL10] says that the reload failed, and offers it again', async () => {
    const { box, store } = await renderChat({ ...agentOnly, onReload: async () => false });
    await act(async () => {
      store.state.problem = outdated;
    });
    await press(box, chatTexts.reload);
    expect(alerts(box)).toContain(chatTexts.reloadFailed);
    expect(focused()).toBe(buttonOf(box, chatTexts.reload));
  });
});

describe('a chat in the provider’s own window', () => {
  it('[CH-156][CH-214] has one way back to the menu, also if its window cannot be opened again', async () => {
    const { box, store, channel, shown, run } = await renderChat({
      entries: [{ service: 'salesforce', skill: 'help' }],
      prepare: ({ channel }) => Object.assign(channel, { isExternal: true }),
    });
    const waysBack = () =>
      [...box.querySelectorAll('button')].filter(({ textContent }) => textContent === chatTexts.backToMenu);
    expect(waysBack()).toHaveLength(1);
    channel('salesforce').behaviour.start = async () => {
      throw new Error('the provider is gone');
    };
    await press(box, chatTexts.externalAgain);
    await act(run);
    expect(alerts(box)).toContain(chatTexts.notAvailable);
    expect(waysBack()).toHaveLength(1);
    expect(buttonOf(box, chatTexts.externalAgain)).toBeDefined();
    await press(box, chatTexts.backToMenu);
    await act(run);
    expect(shown()).toBeUndefined();
    expect(store.state.conversations).toEqual([]);
  });
});

describe('the exit survey', () => {
  const question = { type: 'textField', isMandatory: false, validation: undefined, logicId: undefined } as const;
  const survey: ExitSurvey = {
    id: 1,
    header: 'How was it?',
    questions: [
      { ...question, id: 7, label: 'Why?', entries: [], lastKnownValue: 'Because' },
      {
        ...question,
        id: 8,
        label: 'Where to answer?',
        entries: [],
        lastKnownValue: 'ada@example.com',
        validation: 'email',
      },
    ],
  };
  async function openSurvey() {
    const bench = await renderChat(agentOnly);
    await act(async () => {
      bench.channel('liveperson').change({ state: 'ended' });
      bench.channel('liveperson').emit({ type: 'survey', survey });
    });
    // The first survey is downloaded.
    await shows(() => expect(bench.box.querySelector('[name="question-7"]')).not.toBeNull());
    return bench;
  }

  it('[CH-067][A11Y-39] has fields in the direction of what is written in them, of a limited length', async () => {
    const { box } = await openSurvey();
    const fields = [...box.querySelectorAll<HTMLInputElement>('[name^="question-"]')];
    expect(fields.map(({ dir, maxLength }) => [dir, maxLength])).toEqual([
      ['auto', 2_000],
      ['ltr', 2_000],
    ]);
  });

  it('[CH-122][A11Y-09] gives way to the input, with focus, when a new chat starts', async () => {
    const { box, channel } = await openSurvey();
    expect(box.querySelector('textarea')).toBeNull();
    await act(async () => box.querySelector<HTMLInputElement>('[name="question-7"]')?.focus());
    await act(async () => {
      channel('liveperson').emit({ type: 'survey', survey: undefined });
      channel('liveperson').change({ state: 'waiting' });
    });
    expect(box.querySelector('[name^="question-"]')).toBeNull();
    expect(focused()?.tagName).toBe('TEXTAREA');
  });

  it('[CH-069][A11Y-22] keeps the answers and the focus when sending them fails', async () => {
    const { box, channel } = await openSurvey();
    channel('liveperson').behaviour.submit = () => Promise.reject(new Error('down'));
    await press(box, chatTexts.surveySend);
    await vi.waitFor(async () => {
      await act(async () => {});
      expect(alerts(box)).toContain(chatTexts.surveyFailed);
    }, 30_000);
    expect(box.querySelector<HTMLInputElement>('[name="question-7"]')?.value).toBe('Because');
    await vi.waitFor(() => expect(focused()?.textContent).toBe(chatTexts.retry), 30_000);
  });

  it('[CH-069][A11Y-22] keeps the focus on its button while it sends', async () => {
    const { box, channel } = await openSurvey();
    channel('liveperson').behaviour.submit = () => new Promise(() => {});
    await press(box, chatTexts.surveySend);
    expect(focused()?.textContent).toBe(chatTexts.sending);
    await press(box, chatTexts.sending);
    expect(channel('liveperson').calls.submitted).toHaveLength(1);
  });
});
