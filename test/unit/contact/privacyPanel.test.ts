// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { DeletionOutcome, Privacy } from '../../../frame/contact/privacy/privacy.ts';
import { privacyTexts } from '../../../frame/contact/privacy/texts.ts';
import { PrivacyPanel } from '../../../frame/contact/views/PrivacyPanel.tsx';

vi.mock('../../../styles/privacy.css.ts', () => ({ panel: 'panel', title: 'title', buttons: 'buttons' }));
vi.mock('../../../styles/ui.css.ts', () => ({
  button: {},
  notice: {},
  visuallyHidden: 'visuallyHidden',
  wide: 'wide',
}));

const { kept, here, deleted, accepted, failed } = privacyTexts;

/** What the visitor reads before and after they delete their data. */
async function readDeletion(hasService: boolean, outcome: DeletionOutcome) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const load = async () => ({ deleteAll: async () => outcome }) as unknown as Privacy;
  const texts = { find: () => undefined };
  const panel = createElement(PrivacyPanel, { load, hasService, texts, releaseLater: () => {} });
  await act(async () => root.render(panel));
  const press = (label: string) =>
    act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click());
  await press(privacyTexts.delete);
  const before = place.textContent;
  await press(privacyTexts.yes);
  const after = [...place.querySelectorAll('[role=status], [role=alert]')].map((one) => one.textContent).join('');
  await act(async () => root.unmount());
  return { before, after };
}

it('[F-SE28] says that what was sent stays where no service of the company deletes it', async () => {
  const { before, after } = await readDeletion(false, { state: 'here' });
  expect(before).toContain(kept);
  expect(after).toBe(here + kept);
});

it.each<[string, DeletionOutcome, string]>([
  ['has deleted everything', { state: 'deleted' }, deleted],
  ['will delete it', { state: 'accepted' }, accepted],
  ['has failed', { state: 'failed' }, failed],
  ['was not asked', { state: 'here' }, here + kept],
])('[F-SE28] says exactly what was deleted when the service %s', async (_, outcome, words) => {
  const { before, after } = await readDeletion(true, outcome);
  expect(before).not.toContain(kept);
  expect(after).toBe(words);
});

it('says that it works in a region that was there before', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const load = () => new Promise<Privacy>(() => {});
  const texts = { find: () => undefined };
  await act(async () =>
    root.render(createElement(PrivacyPanel, { load, hasService: false, texts, releaseLater: () => {} })),
  );
  const region = place.querySelector('[role=status]');
  expect(region?.textContent).toBe('');
  await act(async () => place.querySelector('button')?.click());
  expect(region?.textContent).toBe(privacyTexts.working);
  await act(async () => root.unmount());
});
