import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createHostPages } from '../../pages/hostPages.ts';
import { checkScript } from '../../pages/playground/checkScript.ts';

vi.mock(import('../../pages/playground/checkScript.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return { checkScript: vi.fn(original.checkScript) };
});

const urls = { hostUrl: '', widgetUrl: '', servicesUrl: '', vendorsUrl: '' };
const host = createHostPages({ pagesDir: 'test/pages', urls: () => urls });

beforeAll(() => new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve)));
afterAll(() => void host.close());

const get = (path = '/playground/configCheck.js'): Promise<Response> =>
  fetch(`http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`, { signal: AbortSignal.timeout(5_000) });

it('[F-AD8] the playground’s check of a brand is built for each page, and a build that fails is not the last', async () => {
  expect(await (await get()).text()).toContain('refusalOf');
  vi.mocked(checkScript).mockRejectedValueOnce(new Error('a semicolon is missing'));
  const failed = await get();
  expect(failed.status).toBe(500);
  expect(await failed.text()).toContain('a semicolon is missing');
  vi.mocked(checkScript).mockResolvedValueOnce('/* edited */');
  expect(await (await get()).text()).toBe('/* edited */');
});

it('[SH-017] the pages’ server answers a request whose address is none', async () => {
  expect((await get('//')).status).toBe(404);
});
