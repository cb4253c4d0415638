import { describe, expect, it } from 'vitest';
import { createLoadInAppSdk } from '../../../frame/outreach/loadInAppSdk.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const sdk = {
  initialize: () => true,
  subscribeToInAppMessage: () => 's1',
  openSession: () => {},
  logInAppMessageImpression: () => true,
  logInAppMessageClick: () => true,
  logInAppMessageButtonClick: () => true,
};

interface Script {
  src: string;
  integrity: string;
  crossOrigin: string;
  onload(): void;
  onerror(): void;
  remove(): void;
}

function start(globals: Record<string, unknown> = {}) {
  const scripts: Script[] = [];
  const removed: Script[] = [];
  const view: Record<string, unknown> = {
    ...globals,
    document: {
      createElement: () => ({
        remove(this: Script) {
          removed.push(this);
        },
      }),
      head: { append: (script: Script) => void scripts.push(script) },
    },
  };
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const load = createLoadInAppSdk(view as unknown as Window, clock, lifetime);
  return { load, view, clock, lifetime, scripts, removed };
}

const address = { scriptUrl: 'https://cdn.example/braze.js', scriptIntegrity: '' };

describe('loading the in-app SDK', () => {
  it('adds a script with the address and resolves to the SDK', async () => {
    const page = start();
    const loading = page.load(address);
    expect(page.scripts.map(({ src }) => src)).toEqual([address.scriptUrl]);
    page.view.braze = sdk;
    page.scripts[0]?.onload();
    expect(await loading).toBe(sdk);
    expect(page.clock.pending).toBe(0);
  });

  it('sets the integrity', () => {
    const page = start();
    void page.load({ ...address, scriptIntegrity: 'sha384-x' }).catch(() => {});
    expect(page.scripts[0]).toMatchObject({ integrity: 'sha384-x', crossOrigin: 'anonymous' });
  });

  it('adds no script if the SDK is already loaded', async () => {
    const page = start({ appboy: sdk });
    expect(await page.load(address)).toBe(sdk);
    expect(page.scripts).toEqual([]);
  });

  it('[SH-177] rejects if the script fails to load', async () => {
    const page = start();
    const loading = page.load(address);
    page.scripts[0]?.onerror();
    await expect(loading).rejects.toMatchObject({ code: 'CHUNK_FAILED' });
  });

  it('[SH-177] rejects if the script does not contain the SDK', async () => {
    const page = start();
    const loading = page.load(address);
    page.view.braze = { initialize: 1 };
    page.scripts[0]?.onload();
    await expect(loading).rejects.toThrow('does not contain the SDK');
  });

  it('[SH-177] rejects after 30 s if the script does not load', async () => {
    const page = start();
    const loading = page.load(address);
    const refused = expect(loading).rejects.toThrow('took too long');
    await page.clock.advance(30_000);
    await refused;
  });

  it('removes the script when the widget ends', () => {
    const page = start();
    void page.load(address).catch(() => {});
    page.lifetime.end();
    expect(page.removed).toEqual(page.scripts);
    expect(page.clock.pending).toBe(0);
  });
});
