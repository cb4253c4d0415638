import { createFrameStorage, type FrameStorage } from '../../frame/platform/storage.ts';
import { createFakeLog } from './fakeLog.ts';

/** The real frame storage, on two in-memory areas. */
export function createFakeStorage(): FrameStorage & {
  readonly areas: { local: Map<string, string>; session: Map<string, string> };
} {
  const areas = { local: new Map<string, string>(), session: new Map<string, string>() };
  const area = (map: Map<string, string>): Storage =>
    ({
      getItem: (name: string) => map.get(name) ?? null,
      setItem: (name: string, value: string) => void map.set(name, value),
      removeItem: (name: string) => void map.delete(name),
      key: (at: number) => [...map.keys()][at] ?? null,
      get length() {
        return map.size;
      },
    }) as unknown as Storage;
  const local = area(areas.local);
  const session = area(areas.session);
  return Object.assign(
    createFrameStorage((kind) => (kind === 'local' ? local : session), createFakeLog()),
    { areas },
  );
}
