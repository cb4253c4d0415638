import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SchedulerDeployment } from '../../frame/scheduler/deployment.ts';
import type { SchedulersPorts } from '../../frame/scheduler/ports.ts';
import type { SchedulersStore } from '../../frame/scheduler/schedulersStore.ts';
import { setUpSchedulers } from './schedulers.ts';

// vanilla-extract needs a file scope, which the build sets in production.
setFileScope('styles', 'contact-widget');
const { SchedulerPane } = await import('../../frame/scheduler/views/SchedulerPane.tsx');

const { later, steps } = await import('../../frame/scheduler/views/later.ts');
await Promise.all([later.get(), steps.get()]);

/** What releases the files that were downloaded. */
export const releases: (() => void)[] = [];

const actions = {
  openTab: () => {},
  showMenu: () => {},
  close: () => {},
  finished: () => {},
  releaseLater: (release: () => void) => releases.push(release),
};

const completeDeployment: SchedulerDeployment = {
  hosts: ['https://s.example'],
  classifierHosts: ['https://c.example'],
  classifierProduct: '',
  editFallback: 'not-found',
  cancelOrder: 'on-submit',
  privacyUrl: 'https://p.example/privacy',
  noticeHosts: [],
  calendarUrl: '',
};

/** The scheduler's pane, by default with a complete deployment. */
export function paneOf(
  schedulers: SchedulersStore,
  { deployment = completeDeployment }: Partial<SchedulersPorts> = {},
  isPaneHidden = false,
): ReactElement {
  return createElement(SchedulerPane, { schedulers, actions, deployment, takesFocus: true, isPaneHidden });
}

/** The pane's markup. */
export const renderScheduler = (schedulers: SchedulersStore, changes: Partial<SchedulerDeployment> = {}): string =>
  renderToStaticMarkup(paneOf(schedulers, { deployment: { ...completeDeployment, ...changes } }));

/** The text of the markup, in reading order. */
export function wordsIn(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** An open scheduler, with its pane's markup and text. */
export async function openScheduler(ports: Partial<SchedulersPorts> = {}) {
  const all = setUpSchedulers(ports);
  await all.schedulers.open();
  await all.clock.advance(0);
  const store = all.schedulers.state.current;
  if (!store) throw new Error('no scheduler opened');
  const markup = (): string => renderScheduler(all.schedulers);
  return { ...all, store, state: store.state, markup, words: () => wordsIn(markup()) };
}
