import * as v from 'valibot';
import type { ChannelPorts } from '../../channel.ts';

const keptEnd = v.object({
  conversationId: v.pipe(v.string(), v.minLength(1)),
  /** The owner of the conversation, as in the delivery's `Entry`. Its end is never reported for anybody else. */
  owner: v.pipe(v.string(), v.minLength(1)),
  endedAt: v.number(),
  /** Where the end is reported, if the channel cannot derive it from the id. */
  address: v.optional(v.string()),
});

/** A conversation that the visitor has ended, and whose service has not confirmed it. */
export type KeptEnd = v.InferOutput<typeof keptEnd>;

/**
 * The ends that one adapter has to report, in the storage that all tabs share. The window shows an end at once; the report
 * to the service may follow on this page or a later one.
 */
export interface KeptEnds {
  /** The ends of this visitor, oldest first. Removes those that can no longer be reported. */
  of(owner: string): readonly KeptEnd[];
  keep(end: Omit<KeptEnd, 'endedAt'>): void;
  /** Called when the service knows the end, or the conversation is over anyway. */
  remove(conversationId: string): void;
}

export interface KeptEndsPorts extends Pick<ChannelPorts, 'adapterId' | 'clock' | 'storage'> {}

/** Ends of other visitors are dropped after this time: the same as for their texts. */
const keepOfOthersMs = 86_400_000;

/** `keepMs`: the service ends a conversation by itself after this time. */
export function createKeptEnds(
  { adapterId, clock, storage }: KeptEndsPorts,
  keepMs = Number.POSITIVE_INFINITY,
): KeptEnds {
  const prefix = `${adapterId}.`;
  /** For unreadable storage: a conversation that was ended on this page must not return on it. */
  const own = new Map<string, KeptEnd>();

  function remove(conversationId: string): void {
    own.delete(conversationId);
    storage.remove('cm-ends', `${prefix}${conversationId}`);
  }

  function read(): readonly KeptEnd[] {
    if (!storage.isReadable('cm-ends')) return [...own.values()];
    const suffixes = storage.suffixes('cm-ends').filter((suffix) => suffix.startsWith(prefix));
    return suffixes.flatMap((suffix) => {
      const parsed = v.safeParse(keptEnd, storage.read('cm-ends', suffix));
      if (parsed.success && `${prefix}${parsed.output.conversationId}` === suffix) return [parsed.output];
      storage.remove('cm-ends', suffix);
      return [];
    });
  }

  return {
    of(owner) {
      const kept = read();
      const isExpired = (one: KeptEnd): boolean =>
        Math.abs(clock.now() - one.endedAt) > (one.owner === owner ? keepMs : keepOfOthersMs);
      for (const one of kept.filter(isExpired)) remove(one.conversationId);
      return kept.filter((one) => one.owner === owner && !isExpired(one)).sort((a, b) => a.endedAt - b.endedAt);
    },
    keep(end) {
      const kept = { ...end, endedAt: clock.now() };
      own.set(end.conversationId, kept);
      storage.write('cm-ends', kept, `${prefix}${end.conversationId}`);
    },
    remove,
  };
}
