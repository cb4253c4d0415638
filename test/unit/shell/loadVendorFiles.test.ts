// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  const load = (files: Partial<VendorFiles>, maySupport = true) => {
    const log = createFakeLog();
    loadVendorFiles(document, { noticeScript: '', supportStyles: '', fontStyles: '', ...files }, log, maySupport);
    return { log, added: [...document.head.children] as (HTMLScriptElement & HTMLLinkElement)[] };
  };

  it('[SH-026] are a script that nothing waits for, and style sheets that may come from another origin', () => {
    const [script, support, fonts] = load(all).added;
    expect([script?.tagName, script?.src, script?.async]).toEqual(['SCRIPT', all.noticeScript, true]);
    for (const [link, href] of [
      [support, all.supportStyles],
      [fonts, all.fontStyles],
    ] as const)
      expect([link?.rel, link?.crossOrigin, link?.href]).toEqual(['stylesheet', 'anonymous', href]);
  });

  it.each([
    ['none without addresses', {}, true, 0],
    ['no support styles where there is no support', all, false, 2],
    ['one', { fontStyles: all.fontStyles }, true, 1],
  ])('[SH-026] are %s', (_, files, maySupport, count) => {
    expect(load(files, maySupport).added).toHaveLength(count);
  });

  it('[SH-177] warn with their origin when one fails', () => {
    const { log, added } = load(all);
    added[0]?.onerror?.(new Event('error'));
    expect(log.warnings).toEqual(['A vendor file could not be loaded: https://notice.example']);
  });
});
