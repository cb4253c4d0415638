import { beforeEach, expect, it, vi } from 'vitest';
import { createDateText } from '../../../frame/scheduler/dateText.ts';
import { visibleOptions } from '../../../frame/ui/searchOptions.ts';

const nowMs = Date.parse('2026-11-21T14:00:00Z');
const english = createDateText('en-US', nowMs);

/** A fresh module, which has not downloaded the search. */
let list: typeof import('../../../frame/scheduler/zoneOptions.ts');
beforeEach(async () => {
  vi.resetModules();
  list = await import('../../../frame/scheduler/zoneOptions.ts');
});

it('[F-SC23] finds zones by what is displayed, and by all their names once the search is downloaded', async () => {
  const option = list.toZoneOption(english, 'America/New_York', nowMs);
  const matches = list.createZoneMatcher(english, nowMs);
  const found = () =>
    ['NEW york', 'eastern TIME', 'gmt-5', 'EST', 'tokyo'].filter(
      (query) => visibleOptions([option], { selectedId: undefined, query, matches }).length > 0,
    );
  expect(found()).toEqual(['NEW york', 'eastern TIME', 'gmt-5']);
  list.prepareZoneSearch();
  await vi.waitFor(() => expect(found()).toEqual(['NEW york', 'eastern TIME', 'gmt-5', 'EST']), 30_000);
});

it('[F-SC30] does not repeat a place as the name of its zone', () => {
  const russian = createDateText('ru-RU', nowMs);
  expect(list.toZoneOption(russian, 'Asia/Kolkata', nowMs)).toMatchObject({
    label: 'Индия',
    note: 'GMT+5:30\u00a0· 19:30',
  });
});
