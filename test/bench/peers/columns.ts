import type { Sample } from './parts.ts';

export interface Column {
  readonly id: keyof Sample;
  /** The heading on the console. */
  readonly short: string;
  readonly title: string;
  readonly write: (value: number) => string;
  /** The most that the product may have, with the full deployment and with contact and links only. */
  readonly limit?: Limit | { readonly full: Limit; readonly contact: Limit };
}

/** A figure, or a step beyond another row's figure. */
export type Limit = number | { readonly beyond: 'floor' | 'empty'; readonly by: number };

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const tenths = (value: number): string => value.toFixed(1);
const kilobytes = (value: number): string => (value / 1_000).toFixed(1);
const seconds = (value: number): string => (value / 1_000).toFixed(2);

/** In the order of the table. Lower is better in all of them. */
export const columns: readonly Column[] = [
  {
    id: 'bytes',
    short: 'kB',
    title: 'kB gzip before intent',
    write: kilobytes,
    limit: { full: 35_000, contact: 20_000 },
  },
  { id: 'requests', short: 'requests', title: 'requests before intent', write: whole, limit: { full: 12, contact: 7 } },
  {
    id: 'task',
    short: 'task ms',
    title: 'host task time added in 5 s, 4x, ms',
    write: whole,
    limit: { beyond: 'floor', by: 40 },
  },
  { id: 'longest', short: 'longest', title: 'longest task, 4x, ms', write: whole, limit: 25 },
  { id: 'shift', short: 'shift', title: 'layout shift', write: (value) => value.toFixed(3), limit: 0 },
  { id: 'first1x', short: 'first 1x', title: 'launcher, first view, 1x, ms', write: whole },
  { id: 'later1x', short: 'later 1x', title: 'launcher, later view, 1x, ms', write: whole },
  { id: 'first4x', short: 'first 4x', title: 'launcher, first view, 4x, ms', write: whole, limit: 700 },
  { id: 'later4x', short: 'later 4x', title: 'launcher, later view, 4x, ms', write: whole, limit: 200 },
  { id: 'slowFirst', short: '3G first', title: 'fast 3G, 4x: launcher, first view, s', write: seconds },
  {
    id: 'slowFirstArrival',
    short: '3G first+',
    title: 'the same from the arrival of its script, s',
    write: seconds,
    limit: 3_000,
  },
  { id: 'slowLater', short: '3G later', title: 'fast 3G, 4x: launcher, later view, s', write: seconds },
  {
    id: 'slowLaterArrival',
    short: '3G later+',
    title: 'the same from the arrival of its script, s',
    write: seconds,
    limit: 1_200,
  },
  {
    id: 'slowClick',
    short: '3G click',
    title: 'fast 3G, 4x: click to usable, s',
    write: seconds,
    limit: 1_500,
  },
  { id: 'warmClick', short: 'click', title: 'warm click to usable, 1x, ms', write: whole, limit: 60 },
  { id: 'restTask', short: 'rest ms/s', title: 'at rest, 4x: ms per second', write: tenths },
  { id: 'restWakeups', short: 'wakes/s', title: 'at rest: wakeups per second', write: tenths, limit: 0 },
  {
    id: 'nodesTask',
    short: 'nodes ms/s',
    title: '15,000 nodes, 10 changes a second, 4x: ms per second',
    write: tenths,
  },
  {
    id: 'nodesOwn',
    short: 'own ms/s',
    title: "the same: the widget's own work, ms per second",
    write: tenths,
    limit: 5,
  },
  { id: 'nodesWakeups', short: 'wakes/s', title: 'the same: wakeups per second', write: tenths, limit: 0 },
  { id: 'linksTask', short: 'links ms/s', title: '10,000 links, 4x: ms per second', write: tenths },
  {
    id: 'linksOwn',
    short: 'own ms/s',
    title: "the same: the widget's own work, ms per second",
    write: tenths,
    limit: 5,
  },
  { id: 'linksWakeups', short: 'wakes/s', title: 'the same: wakeups per second', write: tenths, limit: 0 },
  {
    id: 'inp',
    short: 'INP',
    title: 'interaction to next paint, typing among 15,000 nodes, 4x, ms',
    write: whole,
    limit: { beyond: 'empty', by: 8 },
  },
];
