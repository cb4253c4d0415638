import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { createContactApi } from '../../../frame/contact/api.ts';
import { contactDeployment } from '../../../frame/contact/deployment.ts';
import { languageWaitMs } from '../../../frame/contact/limits.ts';
import { downloadLimitMs } from '../../../frame/platform/lazy.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';

vi.mock('../../../frame/contact/file/contactFile.ts', () => new Promise(() => {}));
vi.mock('../../../frame/text/languages/loadLanguage.ts', () => ({ loadLanguage: () => new Promise(() => {}) }));

it.each([
  ['en', true],
  ['de', false],
])(
  '[F-AD6] without our texts, those in %s are in another language than the page: %s',
  async (languageCode, expected) => {
    vi.useFakeTimers();
    const backend = createFakeBackend();
    const deployment = v.parse(contactDeployment, { hosts: ['https://www.example.com'] });
    backend.on('/', () => ({
      contactInformationBundles: [{ key: { languageCode: 'de', regionCode: 'DE' } }],
      contactModuleTranslations: [{ key: { languageCode }, textFragments: { menu: { intro: 'Hi' } } }],
    }));
    const german = { ...lookupFacts, textLanguageCode: 'de', textRegionCode: 'DE' };
    const lookup = createContactApi(backend, deployment).lookup(german);
    const answered = expect(lookup).resolves.toMatchObject({ isUntranslated: expected });
    // The code that adds the texts is downloaded in real time.
    await import('../../../frame/contact/completeTexts.ts');
    await vi.advanceTimersByTimeAsync(languageWaitMs);
    await answered;
    vi.useRealTimers();
  },
);

it('[SH-173][F-AD3] fails when the code for the contact file takes too long to download', async () => {
  vi.useFakeTimers();
  const deployment = v.parse(contactDeployment, { hosts: ['https://www.example.com'], file: '/contact.json' });
  const answer = createContactApi(createFakeBackend(), deployment).lookup(lookupFacts);
  const failure = expect(answer).rejects.toMatchObject({ code: 'CHUNK_FAILED' });
  await vi.advanceTimersByTimeAsync(downloadLimitMs);
  await failure;
  vi.useRealTimers();
});
