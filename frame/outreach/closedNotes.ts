import type { Lifetime } from '../platform/lifetime.ts';
import type { FrameStorage } from '../platform/storage.ts';
import { visitorHash } from '../visitor/visitorMark.ts';

/** Enough for every rule that a site may have in a year. */
const maxClosed = 100;

/** The notifications that the visitor has seen to their end, in any tab and on any page. None of them is shown again. */
export function createClosedNotes(storage: Pick<FrameStorage, 'read' | 'write' | 'onChange'>) {
  const keyOf = (rule: unknown): string => visitorHash(JSON.stringify(rule) ?? '', '');
  function read(): readonly string[] {
    const stored = storage.read('cm-closed');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  }
  return {
    has: (rule: unknown): boolean => read().includes(keyOf(rule)),
    add(rule: unknown): void {
      storage.write('cm-closed', [...new Set([...read(), keyOf(rule)])].slice(-maxClosed));
    },
    onChange: (lifetime: Lifetime, listener: () => void): void =>
      storage.onChange(lifetime, (key) => key === 'cm-closed' && listener()),
  };
}
