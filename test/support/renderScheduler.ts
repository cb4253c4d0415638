import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SchedulerDeployment } from '../../frame/scheduler/deployment.ts';
import type { SchedulersPorts, SchedulersStore } from '../../frame/scheduler/schedulersStore.ts';
import { setUpSchedulers } from './schedulers.ts';

// Sheets are named by their file, which the build tells them.
setFileScope('styles', 'contact-widget');
const { SchedulerPane } = await import('../../frame/scheduler/views/SchedulerPane.tsx');

const actions = { openTab: () => {}, showMenu: () => {}, close: () => {}, finished: () => {} };

/** A pane, with what the deployment says of it. */
export function paneOf(schedulers: SchedulersStore): ReactElement {
  const deployment: SchedulerDeployment = {
    hosts: ['https://s.example'],
    classifierHosts: ['https://c.example'],
    classifierProduct: '',
    editFallback: 'not-found',
    cancelOrder: 'on-submit',
    privacyUrl: 'https://p.example/privacy',
    calendarUrl: '',
  };
  return createElement(SchedulerPane, { schedulers, actions, deployment, takesFocus: true });
}

/** What a pane shows of its scheduler, as markup. */
export const renderScheduler = (schedulers: SchedulersStore): string => renderToStaticMarkup(paneOf(schedulers));

/** The words of that markup, as a reader hears them one after the other. */
export function wordsIn(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A scheduler that is shown, with what its pane draws. */
export async function openScheduler(wish: Partial<SchedulersPorts> = {}) {
  const all = setUpSchedulers(wish);
  await all.schedulers.open();
  await all.clock.advance(0);
  const store = all.schedulers.state.current;
  if (!store) throw new Error('no scheduler came up');
  const markup = (): string => renderScheduler(all.schedulers);
  return { ...all, store, state: store.state, markup, words: () => wordsIn(markup()) };
}
