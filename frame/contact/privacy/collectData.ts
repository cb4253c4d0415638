import { isRecord } from '../../../bridge/guards.ts';
import { isSecretName, isToken } from '../../platform/secrets.ts';
import { type FrameKey, type FrameStorage, frameKeys } from '../../platform/storage.ts';
import type { ConversationId } from './api.ts';

export interface StoredEntry {
  readonly key: FrameKey;
  readonly name: string;
  readonly value: unknown;
}

export const allKeys = Object.keys(frameKeys) as readonly FrameKey[];

/** The keys whose suffix names the visitor (`form/owner.ts`). They hold entries of several visitors. */
export const ownedKeys: readonly FrameKey[] = ['cm-form', 'cm-outbox-form'];

/** What identifies a visitor's own entries. */
export interface Owner {
  /** The epoch of the stored mark (`visitor/visitorMark.ts`). Empty until there is one. */
  readonly storedEpoch: string;
  /** The suffixes of the form's keys that are the visitor's (`form/owner.ts`). */
  readonly formKeys: readonly string[];
}

/** Everything that this tab can read in the frame's storage, except what belongs to another visitor. */
export function storedData(storage: FrameStorage, { storedEpoch, formKeys }: Owner): readonly StoredEntry[] {
  return allKeys.flatMap((key) =>
    [undefined, ...(ownedKeys.includes(key) ? formKeys : storage.suffixes(key))].flatMap((suffix) => {
      const value = storage.read(key, suffix);
      const isOther = value === undefined || (isOfVisitor(value) && value.epoch !== storedEpoch);
      return isOther ? [] : [{ key, name: suffix === undefined ? key : `${key}.${suffix}`, value }];
    }),
  );
}

/** Entries of a visitor carry their epoch (`visitor/visitorMark.ts`). */
const isOfVisitor = (value: unknown): value is { readonly epoch: unknown; readonly value: unknown } =>
  isRecord(value) && 'epoch' in value && 'value' in value;

const visitorValue = (value: unknown): unknown => (isOfVisitor(value) ? value.value : value);

const hidden = '(secret, left out)';

/** Deeper parts of what a service exports are omitted. The limit is far above the depth of any real data. */
const maxDepth = 100;

/** A file on a disk must not contain credentials. What the visitor has written stays, even a message that is one code. */
export function withoutSecrets(value: unknown, name = '', depth = 0): unknown {
  if (typeof value === 'string') return isSecretName(name) || (name !== 'text' && isToken(value)) ? hidden : value;
  if (typeof value === 'number') return isSecretName(name) ? hidden : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return undefined;
  const inner = (field: string, one: unknown): unknown => withoutSecrets(one, field, depth + 1);
  if (Array.isArray(value)) return value.map((one) => inner(name, one));
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, inner(field, one)]));
}

/** The entries by name. A single text under `cm-profile` is a token. */
export function exportedEntries(entries: readonly StoredEntry[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    entries.map(({ key, name, value }) => {
      const own = visitorValue(value);
      return [name, key === 'cm-profile' && typeof own === 'string' ? hidden : withoutSecrets(own)];
    }),
  );
}

/** The conversations that this browser continues. */
export function conversationsIn(entries: readonly StoredEntry[]): readonly ConversationId[] {
  const saved = entries.flatMap(({ key, value }) => (key.startsWith('cm-conversations') ? [visitorValue(value)] : []));
  const found = saved.flat().flatMap((one) => {
    const { adapterId, conversationId } = isRecord(one) ? one : {};
    return typeof adapterId === 'string' && typeof conversationId === 'string'
      ? [{ service: adapterId, id: conversationId }]
      : [];
  });
  return distinct(found);
}

/** The conversations without repetitions: a live chat is stored twice. */
export function distinct(conversations: readonly ConversationId[]): readonly ConversationId[] {
  return [...new Map(conversations.map((one) => [JSON.stringify(one), one])).values()];
}
