import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxDeployment } from '../../sandbox/deployment.ts';
import { createWidgetHost } from '../../sandbox/widgetHost.ts';

const script = 'const styles = `:root{color-scheme:light dark}`;';
const distDir = mkdtempSync(join(tmpdir(), 'widget-host-'));
const addresses = { hostUrl: '', widgetUrl: 'http://localhost:4601', servicesUrl: 'http://localhost:4602' };
const host = createWidgetHost({
  distDir,
  config: () => sandboxDeployment({ ...addresses, vendorsUrl: 'http://localhost:4605' }),
  headersFor: () => ({}),
});

beforeAll(async () => {
  writeFileSync(join(distDir, 'loader.js'), script);
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  host.close();
  rmSync(distDir, { recursive: true });
});

const get = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`, { signal: AbortSignal.timeout(5_000) });

const preview = (settings: string, path: string): Promise<Response> =>
  get(`/preview/${Buffer.from(settings).toString('base64url')}${path}`);

describe('the widget’s origin', () => {
  it('[SH-017] answers a request whose address is none', async () => {
    expect((await get('//')).status).toBe(404);
  });

  it('[F-AD8] serves a preview in another brand and in one colour scheme', async () => {
    const settings = JSON.stringify({ brand: { radius: 4 }, scheme: 'dark' });
    expect(await (await preview(settings, '/loader.js')).text()).toBe(script.replace('light dark', 'dark'));
    expect(await (await preview(settings, '/frame/config.json')).json()).toMatchObject({ brand: { radius: 4 } });
  });

  it.each([
    ['no object', 'null'],
    ['a number', '4711'],
    ['a list', '[]'],
    ['no JSON', '{"scheme":'],
    ['a scheme that is script', `{"scheme":"\${alert(1)}"}`],
    ['a scheme of another type', '{"scheme":["dark"]}'],
    ['a brand that is no object', '{"brand":"red"}'],
    ['a brand that is nothing', '{"brand":null}'],
    ['a brand that is a list', '{"brand":[]}'],
  ])('[F-AD8] refuses a preview of %s, and answers what follows', async (_, settings) => {
    for (const path of ['/frame/', '/loader.js', '/frame/config.json']) {
      const answer = await preview(settings, path);
      expect(answer.status).toBe(400);
      expect(await answer.text()).not.toContain('alert');
    }
    expect(await (await get('/loader.js')).text()).toBe(script);
  });

  it('[F-AD8] refuses a preview whose settings are no base64url', async () => {
    expect((await get('/preview/_/loader.js')).status).toBe(400);
    expect((await get('/preview/a.b/loader.js')).status).toBe(404);
    expect((await get('/loader.js')).status).toBe(200);
  });
});
