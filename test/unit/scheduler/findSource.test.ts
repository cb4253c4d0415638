import { expect, it } from 'vitest';
import { findSource } from '../../../frame/scheduler/findSource.ts';
import { parseInfo } from '../../../frame/scheduler/parseInfo.ts';
import type { SchedulerRequest } from '../../../frame/scheduler/ports.ts';
import { schedulerTextSource } from '../../../frame/scheduler/schedulerTextSource.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const place = { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' };
const unreachable = new Error('unreachable');
const findFor = (request: SchedulerRequest, find: () => Promise<undefined>) =>
  findSource({ find, place: () => place, log: createFakeLog() }, { request, place }, {}, false);

it.each([
  ['has found nothing', async () => undefined],
  ['has failed', () => Promise.reject(unreachable)],
])('[SC-005] a bot line with its own configuration needs nothing else: the lookup %s', async (_, find) => {
  const schedulerConfig = { cognitiveRouting: 'Yes' };
  expect(await findFor({ schedulerConfig }, find)).toEqual({
    bundleKey: place,
    schedulingInformation: schedulerConfig,
    schedulerTextTranslations: [],
    ownTexts: undefined,
    schedulingClassifications: [],
    internationalDialing: undefined,
  });
});

it('[SC-005][SC-031] a bot line with texts only needs the configuration, and fails without it', async () => {
  await expect(findFor({ schedulerText: 'Why?' }, () => Promise.reject(unreachable))).rejects.toBe(unreachable);
});

const entry = { purpose: 'demo', appointmentTimeZones: 'Asia/Tokyo', clientURL: 'https://b.example/x' };
const page = { bundleKey: place, schedulingClassifications: [{ label: 'a' }], internationalDialing: undefined };

it('[F-SC31] lays the bot’s fields over the entry of that purpose, and lets no empty field replace anything', async () => {
  const asked: unknown[] = [];
  const find = async (name: object) => {
    asked.push(name);
    return {
      ...page,
      schedulingInformation: entry,
      schedulerTextTranslations: [{ key: {}, textFragments: { title: 'Meet' } }],
    };
  };
  const ports = { find, place: () => place, log: createFakeLog() };
  const schedulerConfig = {
    purpose: 'demo',
    clientURL: ' ',
    stateOrProvinceNames: [],
    cognitiveRouting: 'Yes',
    variation: null,
  };
  const source = await findSource(
    ports,
    { request: { schedulerConfig, schedulerText: { skip: 'Later' } }, place },
    {},
    false,
  );
  expect(asked).toEqual([{ purpose: 'demo' }]);
  expect(source?.schedulingInformation).toEqual({ ...entry, cognitiveRouting: 'Yes' });
  const info = source && parseInfo(source);
  const texts = info && schedulerTextSource(info.translations, info.config);
  expect(['skip', 'title'].map((key) => texts?.find('scheduler', key))).toEqual(['Later', 'Meet']);
  expect(info?.classifications).toHaveLength(1);
});

it('[F-SC33] looks up the texts of the entry’s own purpose and variation, once, and shows the default ones without them', async () => {
  const asked: unknown[] = [];
  const texts = [{ key: { purpose: 'demo' }, textFragments: { title: 'Demo' } }];
  const find = async () => ({
    ...page,
    schedulingInformation: { ...entry, variation: 'hybrid' },
    schedulerTextTranslations: [],
  });
  const log = createFakeLog();
  const findTexts = async (wanted: object) => {
    asked.push(wanted);
    return texts;
  };
  const named = { request: {}, place };
  const source = await findSource({ find, findTexts, place: () => place, log }, named, {}, false);
  expect(source?.schedulerTextTranslations).toEqual(texts);
  expect(asked).toEqual([{ purpose: 'demo', variation: 'hybrid' }]);
  const failing = { find, findTexts: () => Promise.reject(unreachable), place: () => place, log };
  expect((await findSource(failing, named, {}, false))?.schedulerTextTranslations).toEqual([]);
  expect(log.warnings).toHaveLength(1);
});
