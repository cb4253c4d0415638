import { describe, expect, it } from 'vitest';
import { settle } from '../../support/fakeClock.ts';
import { startOutreach, startOutreachAfter } from '../../support/fakeOutreach.ts';

describe('a bot', () => {
  it('[SH-117][CH-186] turns an invite into a bot welcome, and the cookie keeps its start', async () => {
    const page = startOutreachAfter(50_000, { sight: { isBot: true } });
    const { state } = page.record() as { state: number };
    await page.clock.advance(1_000);
    expect(page.record()).toEqual({ type: 'botWelcomeMessage', state });
    await page.clock.advance(4_000);
    expect(page.card()).toMatchObject({ kind: 'popUp', type: 'botWelcomeMessage', bodyText: 'Hi, how can I help?' });
    expect(page.done).toEqual(['views', 'welcome']);
  });

  it.each([
    ['its variation is off', { sight: { isBot: true, isVariationOff: true } }],
    ['it has no words', { sight: { isBot: true }, welcome: async () => ({ text: ' ', action: 'CHAT' as const }) }],
    ['it has no answer', { sight: { isBot: true }, welcome: async () => undefined }],
    ['it fails', { sight: { isBot: true }, welcome: () => Promise.reject(new Error('down')) }],
    ['it never answers', { sight: { isBot: true }, welcome: () => new Promise<undefined>(() => {}) }],
  ])('[SH-117] leaves the invitation when %s', async (_, setUp) => {
    const page = startOutreachAfter(44_000, setUp);
    await page.clock.advance(14_000);
    expect(page.card()).toMatchObject({ kind: 'popUp', type: 'proactiveInvite' });
  });

  it('[SH-119][CH-186] speaks after 400 px of scroll on a tall page, not after 399 px', async () => {
    const page = startOutreach({ sight: { isBot: true } });
    await page.clock.advance(1_000);
    const scroll = async (scrollY: number): Promise<void> => {
      page.sight.viewport = { ...page.sight.viewport, scrollY };
      page.outreach.viewportChanged();
      await settle();
    };
    await scroll(399);
    expect(page.card()).toBeUndefined();
    await scroll(400);
    expect(page.card()).toMatchObject({ type: 'botWelcomeMessage' });
    expect(page.record()).toEqual({ type: 'botWelcomeMessage', state: -1 });
  });

  it('[SH-119][CH-186] speaks after 3 s on a short page', async () => {
    const viewport = { width: 1280, height: 800, visibleHeight: 800, documentHeight: 1_200, scrollY: 0, nodes: 5 };
    const page = startOutreach({ sight: { isBot: true, viewport } });
    await page.clock.advance(2_999);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1);
    expect(page.card()).toMatchObject({ type: 'botWelcomeMessage' });
  });

  it('[SH-119] the first trigger disarms the rest: one pop-up, whatever comes later', async () => {
    const page = startOutreach({ sight: { isBot: true } });
    await page.clock.advance(1_000);
    page.sight.viewport = { ...page.sight.viewport, scrollY: 500 };
    page.outreach.viewportChanged();
    await settle();
    page.outreach.room()?.stage.close();
    page.outreach.viewportChanged();
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.done.filter((one) => one === 'welcome')).toHaveLength(1);
  });

  it('[SH-119] does not scroll an invitation up', async () => {
    const page = startOutreach();
    await page.clock.advance(1_000);
    page.sight.viewport = { ...page.sight.viewport, scrollY: 900 };
    page.outreach.viewportChanged();
    await page.clock.advance(10_000);
    expect(page.card()).toBeUndefined();
  });

  it.each([
    ['CHAT', { text: 'Hi', action: 'CHAT' as const }, ['chat'], -1],
    ['URL', { text: 'Hi', action: 'URL' as const, url: 'https://a.example' }, ['open tab https://a.example/'], -1],
    ['CLOSE', { text: 'Hi', action: 'CLOSE' as const }, [], -2],
  ])('[SH-126] the welcome action %s', async (_, welcome, done, state) => {
    const page = startOutreachAfter(50_000, { sight: { isBot: true }, welcome: async () => welcome });
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.act();
    await settle();
    expect(page.done.slice(2)).toEqual(done);
    expect(page.record()).toEqual({ type: 'botWelcomeMessage', state });
    expect(page.card()).toBeUndefined();
  });
});

describe('words', () => {
  const find = (wanted: string | undefined) => (section: string, word: string) =>
    section === 'outreach' && word === 'schedulerInvitation' ? `Call us (${wanted})` : undefined;

  it('[SH-125] chat invitation first, with the headline of the experiment', async () => {
    const page = startOutreachAfter(50_000, { sight: { headline: 'Stuck?', schedulerPurpose: 'sales' } });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ headingText: 'Stuck?', actionText: 'Start a chat' });
  });

  it("[SH-125] scheduler invitation of the scheduler's purpose", async () => {
    const page = startOutreachAfter(50_000, {
      sight: { isChatAvailable: false, schedulerPurpose: 'consultation' },
      texts: (purpose) => ({ find: find(purpose) }),
    });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ bodyText: 'Call us (consultation)' });
  });
});
