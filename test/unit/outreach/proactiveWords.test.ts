import { describe, expect, it } from 'vitest';
import { settle } from '../../support/fakeClock.ts';
import { startOutreach, startOutreachAfter } from '../../support/fakeOutreach.ts';

describe('the bot’s welcome', () => {
  it('[SH-117][CH-186] replaces the invitation, and the cookie keeps its start time', async () => {
    const page = startOutreachAfter(50_000, { facts: { isBot: true } });
    const { state } = page.record() as { state: number };
    await page.clock.advance(1_000);
    expect(page.record()).toEqual({ type: 'botWelcomeMessage', state });
    await page.clock.advance(4_000);
    expect(page.card()).toMatchObject({ kind: 'popUp', type: 'botWelcomeMessage', bodyText: 'Hi, how can I help?' });
    expect(page.actions).toEqual(['views', 'welcome']);
  });

  it.each([
    ['its variation is off', { facts: { isBot: true, isVariationOff: true } }],
    ['it is empty', { facts: { isBot: true }, welcome: async () => ({ text: ' ', action: 'CHAT' as const }) }],
    ['the bot has none', { facts: { isBot: true }, welcome: async () => undefined }],
    ['the bot fails', { facts: { isBot: true }, welcome: () => Promise.reject(new Error('down')) }],
    ['the bot never answers', { facts: { isBot: true }, welcome: () => new Promise<undefined>(() => {}) }],
  ])('[SH-117] does not replace the invitation if %s', async (_, setUp) => {
    const page = startOutreachAfter(44_000, setUp);
    await page.clock.advance(14_000);
    expect(page.card()).toMatchObject({ kind: 'popUp', type: 'proactiveInvite' });
  });

  it('[SH-119][CH-186] is shown after 400 px of scroll on a tall page, not after 399 px', async () => {
    const page = startOutreach({ facts: { isBot: true } });
    await page.clock.advance(1_000);
    const scroll = async (scrollY: number): Promise<void> => {
      page.facts.viewport = { ...page.facts.viewport, scrollY };
      page.outreach.viewportChanged();
      await settle();
    };
    await scroll(399);
    expect(page.card()).toBeUndefined();
    await scroll(400);
    expect(page.card()).toMatchObject({ type: 'botWelcomeMessage' });
    expect(page.record()).toEqual({ type: 'botWelcomeMessage', state: -1 });
  });

  it('[SH-119][CH-186] is shown after 3 s on a short page', async () => {
    const viewport = { width: 1280, height: 800, visibleHeight: 800, documentHeight: 1_200, scrollY: 0, nodes: 5 };
    const page = startOutreach({ facts: { isBot: true, viewport } });
    await page.clock.advance(2_999);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1);
    expect(page.card()).toMatchObject({ type: 'botWelcomeMessage' });
  });

  it('[SH-119] is shown only once, by the first trigger', async () => {
    const page = startOutreach({ facts: { isBot: true } });
    await page.clock.advance(1_000);
    page.facts.viewport = { ...page.facts.viewport, scrollY: 500 };
    page.outreach.viewportChanged();
    await settle();
    page.outreach.opened()?.stage.close();
    page.outreach.viewportChanged();
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.actions.filter((action) => action === 'welcome')).toHaveLength(1);
  });

  it('[SH-119] has a scroll trigger, and the invitation has none', async () => {
    const page = startOutreach();
    await page.clock.advance(1_000);
    page.facts.viewport = { ...page.facts.viewport, scrollY: 900 };
    page.outreach.viewportChanged();
    await page.clock.advance(10_000);
    expect(page.card()).toBeUndefined();
  });

  it.each([
    ['CHAT', { text: 'Hi', action: 'CHAT' as const }, ['chat'], -1],
    ['URL', { text: 'Hi', action: 'URL' as const, url: 'https://a.example' }, ['open tab https://a.example/'], -1],
  ])('[SH-126] runs the action %s on a click', async (_, welcome, actions, state) => {
    const page = startOutreachAfter(50_000, { facts: { isBot: true }, welcome: async () => welcome });
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.act();
    await settle();
    expect(page.actions.slice(2)).toEqual(actions);
    expect(page.record()).toEqual({ type: 'botWelcomeMessage', state });
    expect(page.card()).toBeUndefined();
  });
});

describe('the texts of the pop-up', () => {
  it('[SH-126] name the button of a welcome whose link has no text', async () => {
    const welcome = { text: 'Hi', action: 'URL' as const, actionText: '', url: 'https://a.example' };
    const page = startOutreachAfter(50_000, { facts: { isBot: true }, welcome: async () => welcome });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ actionText: 'Open' });
  });

  const find = (wanted: string | undefined) => (section: string, key: string) =>
    section === 'outreach' && key === 'schedulerInvitation' ? `Call us (${wanted})` : undefined;

  it('[SH-125] invite to chat first, with the experiment’s headline', async () => {
    const page = startOutreachAfter(50_000, { facts: { headline: 'Stuck?', schedulerPurpose: 'sales' } });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ headingText: 'Stuck?', actionText: 'Start a chat' });
  });

  it('[SH-125] invite to a call with the texts of the scheduler’s purpose', async () => {
    const page = startOutreachAfter(50_000, {
      facts: { isChatAvailable: false, schedulerPurpose: 'consultation' },
      texts: (purpose) => ({ find: find(purpose) }),
    });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ bodyText: 'Call us (consultation)' });
  });
});
