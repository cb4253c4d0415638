import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { createContactApi } from '../../../frame/contact/api.ts';
import { contactDeployment } from '../../../frame/contact/deployment.ts';
import { downloadLimitMs } from '../../../frame/platform/lazy.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';

vi.mock('../../../frame/contact/file/contactFile.ts', () => new Promise(() => {}));

it('[SH-173][F-AD3] fails when the code for the contact file takes too long to download', async () => {
  vi.useFakeTimers();
  const deployment = v.parse(contactDeployment, { hosts: ['https://www.example.com'], file: '/contact.json' });
  const answer = createContactApi(createFakeBackend(), deployment).lookup(lookupFacts);
  const failure = expect(answer).rejects.toMatchObject({ code: 'CHUNK_FAILED' });
  await vi.advanceTimersByTimeAsync(downloadLimitMs);
  await failure;
  vi.useRealTimers();
});
