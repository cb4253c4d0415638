// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AssistantOptions } from '../../../../frame/chat/channels/assistant/transport.ts';
import { createBrowserTransport } from '../../../../frame/chat/channels/assistant/transport.ts';
import { browserTransport } from '../../../../frame/chat/channels/support/loadSupportSdk.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../../support/fakeClock.ts';

/** What the promise was rejected with so far. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  let failure: unknown;
  promise.catch((error: unknown) => {
    failure = error;
  });
  await settle();
  return failure;
}

const scripts = (): HTMLScriptElement[] => [...document.querySelectorAll('script')];
const url = 'https://cdn.example/entry.js';

// Scripts are not executed here. Without this, each of them fails at once.
beforeEach(() => {
  Reflect.get(globalThis, 'happyDOM').settings.handleDisabledFileLoadingAsSuccess = true;
});

afterEach(() => {
  for (const script of scripts()) script.remove();
});

const options: AssistantOptions = {
  integrationID: 'abc',
  region: 'us-east',
  locale: 'en-US',
  zIndex: 1,
  showLauncher: false,
  openChatByDefault: false,
};

const given = () => Reflect.get(globalThis, 'watsonAssistantChatOptions');

describe('the script of the hosted assistant', () => {
  function load(from = url) {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    return { clock, lifetime, loaded: createBrowserTransport(clock.after)(from, options, lifetime) };
  }

  it('[CH-106] finds its options, with a hidden element, and hands over its instance', async () => {
    const { loaded, lifetime } = load();
    expect(scripts().map(({ src, async }) => [src, async])).toEqual([[url, true]]);
    expect(given()).toMatchObject(options);
    const element = given().element as HTMLElement;
    expect([element.hidden, element.parentElement]).toEqual([true, document.body]);
    const instance = {};
    given().onLoad(instance);
    expect(await loaded).toBe(instance);
    lifetime.end();
    expect([scripts(), element.parentElement, given()]).toEqual([[], null, undefined]);
  });

  it('[CH-106] is not loaded without an address', async () => {
    const { loaded } = load('');
    expect(await failureOf(loaded)).toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'The hosted assistant has no script URL.',
    });
    expect(scripts()).toEqual([]);
  });

  it('[CH-106] is refused when it fails to load', async () => {
    const { loaded } = load();
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect(await failureOf(loaded)).toMatchObject({
      code: 'CHUNK_FAILED',
      message: 'The hosted assistant script failed to load.',
    });
  });

  it('[CH-106] has one instance, also if an attempt that failed starts late or with the options of the next one', async () => {
    const destroyed: string[] = [];
    const named = (name: string) => ({ name, destroy: () => destroyed.push(name) });
    const first = load();
    const late = given().onLoad;
    await first.clock.advance(10_000);
    expect(await failureOf(first.loaded)).toBeDefined();
    first.lifetime.end();
    expect([scripts(), given()]).toEqual([[], undefined]);
    const second = load();
    expect(scripts()).toHaveLength(1);
    late(named('late'));
    given().onLoad(named('second'));
    given().onLoad(named('third'));
    expect(await second.loaded).toMatchObject({ name: 'second' });
    expect(destroyed).toEqual(['late', 'third']);
    second.lifetime.end();
  });

  it('[CH-106] has 10 s to start', async () => {
    const { clock, loaded } = load();
    await clock.advance(9_999);
    expect(await failureOf(loaded)).toBeUndefined();
    await clock.advance(1);
    expect(await failureOf(loaded)).toMatchObject({
      code: 'CHUNK_FAILED',
      message: 'The hosted assistant did not start in time.',
    });
  });
});

describe('the script of the support chat', () => {
  it('[CH-153] is added once, however often it is asked for', () => {
    browserTransport.load(url, () => {});
    browserTransport.load(url, () => {});
    expect(scripts().map(({ src, async }) => [src, async])).toEqual([[url, true]]);
  });

  it('[CH-153] is added again after it has failed to load', () => {
    let failures = 0;
    const load = (): void =>
      browserTransport.load(url, () => {
        failures += 1;
      });
    load();
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect([failures, scripts().length]).toEqual([1, 0]);
    load();
    expect(scripts()).toHaveLength(1);
  });

  it('[CH-153] makes the vendor’s program available, which gets elements outside of the document', () => {
    expect(browserTransport.find()).toBeUndefined();
    const program = {};
    Reflect.set(window, 'liveagent', program);
    expect(browserTransport.find()).toBe(program);
    Reflect.deleteProperty(window, 'liveagent');
    const element = browserTransport.createElement() as HTMLElement;
    expect([element.tagName, element.parentNode]).toEqual(['DIV', null]);
  });
});
