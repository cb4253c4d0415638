import { expect, it } from 'vitest';
import { findSource } from '../../../frame/scheduler/findSource.ts';
import type { SchedulerRequest } from '../../../frame/scheduler/ports.ts';

const place = { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' };
const unreachable = new Error('unreachable');
const findFor = (request: SchedulerRequest, find: () => Promise<undefined>) =>
  findSource({ find, place: () => place }, { request, place }, {}, false);

it.each([
  ['has found nothing', async () => undefined],
  ['has failed', () => Promise.reject(unreachable)],
])('[SC-005] a bot line with its own configuration needs nothing else: the lookup %s', async (_, find) => {
  const schedulerConfig = { clientURL: '' };
  expect(await findFor({ schedulerConfig }, find)).toEqual({
    bundleKey: place,
    schedulingInformation: schedulerConfig,
    schedulerTextTranslations: [],
    schedulingClassifications: [],
    internationalDialing: undefined,
  });
});

it('[SC-005][SC-031] a bot line with texts only needs the configuration, and fails without it', async () => {
  await expect(findFor({ schedulerText: 'Why?' }, () => Promise.reject(unreachable))).rejects.toBe(unreachable);
});
