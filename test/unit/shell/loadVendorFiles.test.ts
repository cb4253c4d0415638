// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createState } from '../../../frame/platform/state.ts';
import { loadVendorFiles, type VendorFiles } from '../../../frame/shell/loadVendorFiles.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('the vendors’ files', () => {
  beforeEach(() => {
    // Nothing is downloaded here. Without this, each of them fails at once.
    Reflect.get(globalThis, 'happyDOM').settings.handleDisabledFileLoadingAsSuccess = true;
  });
  afterEach(() => document.head.replaceChildren());

  const all: VendorFiles = {
    noticeScript: 'https://notice.example/a.js?key=1',
    supportStyles: 'https://support.example/a.css',
    fontStyles: 'https://fonts.example/a.css',
  };
  const load = (files: Partial<VendorFiles>, isChatAllowed = true) => {
    const log = createFakeLog();
    const { watch, change, state } = createState({ isChatAllowed });
    loadVendorFiles(
      { noticeScript: '', supportStyles: '', fontStyles: '', ...files },
      { document, log, lifetime: createLifetime(), consent: { isAllowed: () => state.isChatAllowed, watch } },
    );
    return {
      log,
      added: [...document.head.children] as (HTMLScriptElement & HTMLLinkElement)[],
      allowChat: (isAllowed: boolean) => change({ isChatAllowed: isAllowed }),
    };
  };

  it('[SH-026] are a script that nothing waits for, and style sheets that may come from another origin', () => {
    const [script, fonts, support] = load(all).added;
    expect([script?.tagName, script?.src, script?.async]).toEqual(['SCRIPT', all.noticeScript, true]);
    for (const [link, href] of [
      [support, all.supportStyles],
      [fonts, all.fontStyles],
    ] as const)
      expect([link?.rel, link?.crossOrigin, link?.href]).toEqual(['stylesheet', 'anonymous', href]);
  });

  it.each([
    ['none without addresses', {}, true, 0],
    ['no support styles without consent for chat', all, false, 2],
    ['one', { fontStyles: all.fontStyles }, true, 1],
  ])('[SH-026] are %s', (_, files, isChatAllowed, count) => {
    expect(load(files, isChatAllowed).added).toHaveLength(count);
  });

  it('[SH-026][SH-111] have the support styles, once, as soon as the visitor allows chat', () => {
    const { allowChat } = load(all, false);
    const count = () => document.head.querySelectorAll(`[href="${all.supportStyles}"]`).length;
    expect(count()).toBe(0);
    for (const isAllowed of [true, false, true]) allowChat(isAllowed);
    expect(count()).toBe(1);
  });

  it('[SH-177] warn with their origin when one fails', () => {
    const { log, added } = load(all);
    added[0]?.onerror?.(new Event('error'));
    expect(log.warnings).toEqual(['A vendor file could not be loaded: https://notice.example']);
  });
});
