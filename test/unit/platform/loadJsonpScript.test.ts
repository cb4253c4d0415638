// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createJsonpLoader } from '../../../frame/platform/loadJsonpScript.ts';

const scripts = (): HTMLScriptElement[] => [...document.querySelectorAll('script')];
const callbackOf = (script: HTMLScriptElement | undefined, parameter: string): string =>
  new URL(script?.src ?? '').searchParams.get(parameter) ?? '';

// Scripts are not executed here. Without this, each of them fails at once.
beforeEach(() => {
  Reflect.get(globalThis, 'happyDOM').settings.handleDisabledFileLoadingAsSuccess = true;
});

afterEach(() => {
  for (const script of scripts()) script.remove();
});

describe('a JSONP call', () => {
  it('resolves with what the script passes to the callback that the address names', async () => {
    const answer = createJsonpLoader('cb')('https://lookup.example/a?version=1', createLifetime());
    const [script] = scripts();
    const name = callbackOf(script, 'cb');
    expect(script?.src).toBe(`https://lookup.example/a?version=1&cb=${name}`);
    Reflect.get(globalThis, name)({ found: true });
    expect(await answer).toEqual({ found: true });
  });

  it('gives each call a callback of its own', () => {
    const load = createJsonpLoader('callback');
    void load('https://a.example/', createLifetime());
    void load('https://b.example/', createLifetime());
    expect(new Set(scripts().map((script) => callbackOf(script, 'callback'))).size).toBe(2);
  });

  it('rejects with the origin, and not with the address, when the script fails to load', async () => {
    const answer = createJsonpLoader('cb')('https://lookup.example/secret?token=1', createLifetime());
    scripts()[0]?.dispatchEvent(new Event('error'));
    await expect(answer).rejects.toMatchObject({
      code: 'CALL_FAILED',
      message: 'https://lookup.example could not be reached',
    });
  });

  it('removes its script and its callback at the end of its lifetime', () => {
    const lifetime = createLifetime();
    void createJsonpLoader('cb')('https://lookup.example/a', lifetime);
    const name = callbackOf(scripts()[0], 'cb');
    lifetime.end();
    expect(scripts()).toEqual([]);
    expect(name in globalThis).toBe(false);
  });
});
