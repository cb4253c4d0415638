import { describe, expect, it } from 'vitest';
import * as hostEvents from '../../bridge/hostEvents.ts';
import * as hostKeys from '../../bridge/hostKeys.ts';
import { frameKeys } from '../../frame/platform/storage.ts';
import { readSources, type Source, withoutComments } from '../support/sources.ts';

const sources = readSources(['bridge', 'loader', 'frame'], /\.tsx?$/);

const storageCall = /\b\w*[sS]torage\w*\??\.(?:read|write|remove)\(\s*(['"`])([^'"`]+)\1/g;
const literal = /(['"`])((?:cm-|are)[\w-]+|optimizely-user-id|ajs_anonymous_id|notice_preferences)\1/g;

/** Keys handed to the frame's storage that the registry does not know. */
function unregistered(files: readonly Source[], registry: Readonly<Record<string, unknown>>): readonly string[] {
  return files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(storageCall)]
      .map((match) => match[2] ?? '')
      .filter((key) => !Object.hasOwn(registry, key))
      .map((key) => `${path}: ${key}`),
  );
}

/** Names that cross the bridge and are spelled out elsewhere. */
function strayLiterals(files: readonly Source[], names: readonly string[]): readonly string[] {
  return files
    .filter(({ path }) => !/^bridge\/host(?:Keys|Events)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(literal)]
        .map((match) => match[2] ?? '')
        .filter((name) => names.includes(name))
        .map((name) => `${path}: ${name}`),
    );
}

/** The loader keeps its own rule of allowed names, as a pattern; it spells no name out. */
const hostNames: readonly string[] = [...Object.values(hostKeys), ...Object.values(hostEvents)];

describe('storage', () => {
  it('keeps no key that is not in the registry', () => {
    expect(unregistered(sources, frameKeys)).toEqual([]);
  });

  it('has a purpose and a consent product for every key of the registry', () => {
    const registry = sources.find(({ path }) => path === 'frame/platform/storage.ts')?.text ?? '';
    const row =
      /\/\*\* [^*]{10,}Consent: (?:chat|proactive|interact|inapp|experiments|analytics|necessary)\. \*\/\n {2}'(cm-[\w-]+)'/g;
    const described = [...registry.matchAll(row)].map((match) => match[1]);
    expect(described).toEqual(Object.keys(frameKeys));
  });

  it('spells the names of host keys and host events in bridge/hostKeys.ts and hostEvents.ts only', () => {
    // The npm package says the page's side of them, and its declarations stand alone: test/types compares the two.
    const inside = sources.filter(({ path }) => !path.startsWith('loader/package/'));
    expect(strayLiterals(inside, hostNames)).toEqual([]);
  });
});

describe('the checks themselves', () => {
  const sample = (text: string): readonly Source[] => [{ path: 'frame/chat/store.ts', text }];

  it('find an unregistered key', () => {
    expect(unregistered(sample("ports.storage.write('cm-secret', value);"), frameKeys)).toHaveLength(1);
    expect(unregistered(sample("ports.storage.write('cm-draft', value, id);"), frameKeys)).toEqual([]);
  });

  it('find a host name that is written out', () => {
    expect(strayLiterals(sample("host.emit('cm-pane-shown');"), hostNames)).toHaveLength(1);
    expect(strayLiterals(sample("host.readStore('optimizely-user-id');"), hostNames)).toHaveLength(1);
    expect(strayLiterals(sample('host.emit(hostEvents.paneShown); // cm-pane-shown'), hostNames)).toEqual([]);
  });
});
