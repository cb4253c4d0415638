// @vitest-environment happy-dom
import { proxy } from 'valtio/vanilla';
import { expect, it, vi } from 'vitest';
import { composeOutreach } from '../../../frame/compose/outreach.ts';
import type { UserInfo } from '../../../frame/identity/visitor.ts';
import type { Widget } from '../../../frame/widget.ts';
import { buildSandboxDatafile } from '../../sandbox/data/experiments.ts';
import { setUp as openExperiments } from '../../support/experimentStoreBench.ts';
import { createFakeOutreach } from '../../support/fakeOutreach.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';
// Imported up front, so that only the fake clock matters.
import '../../../frame/outreach/nurture.ts';
import '../../../frame/outreach/openOutreach.ts';

vi.mock('../../../frame/outreach/views/CardStage.tsx', () => ({}));

type Experiment = { id: string; key: string };
type Report = { visitors: [{ snapshots: [{ decisions?: { experiment_id: string }[] }] }] };

/** A page with a bot, whose welcome is an experiment, and the impressions that have been sent. */
async function openPage(variation: string, storage = createFakeStorage(), rules: readonly unknown[] = []) {
  const fake = createFakeOutreach({ storage });
  const { clock, ports, facts } = fake;
  const datafile = buildSandboxDatafile(new Map([['bot_welcome', variation]])) as { experiments: Experiment[] };
  const welcomeId = datafile.experiments.find(({ key }) => key === 'bot_welcome')?.id;
  const { store: experiments, requests } = openExperiments({ clock }, () => datafile);
  await experiments.setUp();
  const openUrl = vi.fn(async () => true);
  const visitor = { state: proxy({ info: {} as UserInfo, signedIn: false }) };
  const left: (() => void)[] = [];
  const widget = {
    ...{ clock, call: ports.call, log: ports.log, lifetime: ports.lifetime, query: {}, storage: ports.storage },
    host: { ...ports.host, focus: async () => {} },
    hostStore: { ...ports.hostStore, read: async () => null },
    deployment: { outreach: ports.deployment, identity: { settingsHosts: [] } },
    settings: { rules },
    page: proxy({ facts: {}, card: undefined, locale: { languageCode: 'en', regionCode: 'US' } }),
    self: window,
    texts: { find: () => undefined },
    textsOf: () => ({ find: () => undefined }),
    shell: {
      state: proxy({
        isPaneHidden: true,
        app: 'ready',
        chat: { availability: 'available' },
        scheduler: { isLanding: false },
      }),
      prepare: async () => {},
      openUrl,
    },
    consent: { isAllowed: () => true, state: proxy({}) },
    viewport: { state: { viewport: facts.viewport, isMobile: false } },
    visitor,
    activity: { state: proxy({ active: true }) },
    insight: { experiments },
    chat: { store: { isBotAvailable: () => true, welcome: async () => ({ text: 'Hi from the bot' }) } },
    offers: () => ({}),
    visitorWatch: { onLeft: (listener: () => void) => left.push(listener) },
  } as unknown as Widget;
  const outreach = composeOutreach(widget);
  outreach.start(clock.now());
  const { state: pane } = widget.shell;
  const impressions = () =>
    requests
      .flatMap(({ body }) => (body as Report).visitors[0].snapshots[0].decisions ?? [])
      .filter(({ experiment_id }) => experiment_id === welcomeId);
  return {
    visitorLeaves: () => left.map((listener) => listener()),
    clock,
    outreach,
    impressions,
    pane,
    visitor,
    openUrl,
  };
}

it.each([
  ['short', 'Hi! How can I help?'],
  ['control', 'Hi from the bot'],
  ['off', 'Chat with someone who knows our products.'],
])(
  '[CH-201][SH-117] the bot’s welcome as %s is reported as seen once, when the pop-up is shown',
  async (name, text) => {
    const { clock, outreach, impressions } = await openPage(name);
    await clock.advance(50_000);
    await vi.waitFor(() => expect(outreach.opened()).toBeDefined(), 30_000);
    await clock.advance(4_000);
    expect(outreach.state.card).toBeUndefined();
    expect(impressions()).toHaveLength(0);
    await clock.advance(3_000);
    await vi.waitFor(() => expect(outreach.state.card).toBeDefined(), 30_000);
    expect(outreach.state.card).toMatchObject({ bodyText: text });
    expect(impressions()).toHaveLength(1);
    await clock.advance(10_000);
    expect(impressions()).toHaveLength(1);
  },
);

it('[SH-129] a card that waits for the end of typing is shown when the pane is closed from a text field', async () => {
  const { clock, outreach, pane } = await openPage('off');
  const field = document.body.appendChild(document.createElement('textarea'));
  pane.isPaneHidden = false;
  field.focus();
  await outreach.notify({ type: 'note', bodyText: 'Hello' });
  await clock.advance(1_000);
  expect(outreach.state.card).toBeUndefined();
  // Escape closes the pane. The field keeps the focus of the frame's document.
  pane.isPaneHidden = true;
  outreach.sceneChanged();
  await vi.waitFor(() => expect(outreach.state.card).toMatchObject({ kind: 'notification' }), 30_000);
});

it('[SH-134][CH-014] removes the card of a visitor who has left', async () => {
  const { outreach, visitorLeaves } = await openPage('off');
  await outreach.notify({ type: 'note', bodyText: 'Hello' });
  await vi.waitFor(() => expect(outreach.state.card).toBeDefined(), 30_000);
  visitorLeaves();
  expect(outreach.state.card).toBeUndefined();
});

it('[CH-014] does not greet a visitor who has signed out, although the page still has the name', async () => {
  const { outreach, visitor } = await openPage('off');
  visitor.state.info = { iui: 'a-1', firstName: 'Ann', signedin: false };
  await outreach.notify({ type: 'note', headingText: 'Hello [name]', bodyText: 'Hello' });
  await vi.waitFor(() => expect(outreach.state.card).toBeDefined(), 30_000);
  expect(JSON.stringify(outreach.state.card)).not.toContain('Ann');
});

it('[F-PG20][SH-133] a mail or phone address of a card opens beside the page, any other through the page', async () => {
  const { outreach, openUrl } = await openPage('off');
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const buttonHref = ['tel:+18005550142', 'mailto:sales@northwind.example', 'https://www.northwind.example/offer'];
  await outreach.notify({
    type: 'note',
    bodyText: 'Hello',
    buttons: buttonHref.map((href) => ({ buttonText: 'Go', buttonHref: href, closeOnAccept: false })),
  });
  await vi.waitFor(() => expect(outreach.state.card).toBeDefined(), 30_000);
  for (const index of buttonHref.keys()) outreach.opened()?.stage.act(index);
  expect(open.mock.calls.map(([address]) => address)).toEqual(buttonHref.slice(0, 2));
  expect(openUrl).toHaveBeenCalledExactlyOnceWith(buttonHref[2], 'self');
});

it('[F-SH33][SH-137] removes a card of the page’s rules that was closed on a later page when the visitor comes back', async () => {
  const browser = createFakeBrowser();
  const rules = [{ condition: [], action: [{ notification: { type: 'note', bodyText: 'Hello' } }] }];
  const { outreach } = await openPage('off', createFakeStorage(browser), rules);
  await vi.waitFor(() => expect(outreach.state.card).toBeDefined(), 20_000);
  // The browser keeps the page, which hears nothing of the later one.
  browser.defer = () => {};
  const later = await openPage('off', createFakeStorage(browser), rules);
  await vi.waitFor(() => expect(later.outreach.state.card).toBeDefined(), 20_000);
  later.outreach.opened()?.stage.close();
  expect(outreach.state.card).toBeDefined();
  window.dispatchEvent(new Event('pageshow'));
  expect(outreach.state.card).toBeUndefined();
});
