import * as v from 'valibot';
import type { Lifetime } from '../../../platform/lifetime.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import { isFinalRefusal } from './refusals.ts';

const keptEnd = v.object({
  conversationId: v.pipe(v.string(), v.minLength(1)),
  /** The owner of the conversation, as in the delivery's `Entry`. Its end is never reported for anybody else. */
  owner: v.pipe(v.string(), v.minLength(1)),
  endedAt: v.number(),
  /** Where the end is reported, if the channel cannot derive it from the id. */
  address: v.optional(v.string()),
});

/** A conversation that the visitor has ended, and whose service has not confirmed it. */
type KeptEnd = v.InferOutput<typeof keptEnd>;

export type EndedConversation = Pick<KeptEnd, 'conversationId' | 'address'>;

export interface EndReportsParts {
  /** The owner of the conversations; undefined until the visitor's identity is known. */
  readonly owner: () => string | undefined;
  /** Reports an end. Rejects if the service has not confirmed it. */
  readonly send: (end: EndedConversation) => Promise<unknown>;
  /** The service ends a conversation by itself after this time. */
  readonly keepMs?: number;
  /** How long to wait after a failed report. Without it, an end is reported again only by `reportAll`. */
  readonly retryMs?: (error: unknown) => number;
  /** The connection that reports are repeated on; by default the channel's lifetime. */
  readonly connection?: () => Lifetime;
  /** A report has been answered, or has failed. */
  readonly onAnswered?: () => void;
}

/**
 * Reports the conversations that the visitor has ended, until the service has confirmed it, on this page or a later one. Until then
 * somebody may wait for the visitor, and the conversation is not shown again, although the service may still list it as open.
 */
export function createEndReports(ports: ChannelPorts, parts: EndReportsParts) {
  const { clock, storage } = ports;
  const { keepMs = Number.POSITIVE_INFINITY } = parts;
  const prefix = `${ports.adapterId}.`;
  /** For unreadable storage: a conversation that was ended on this page must not return on it. */
  const own = new Map<string, KeptEnd>();
  /** The latest report of each end that waits for its answer. */
  const running = new Map<string, Promise<void>>();

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

  /** The ends of this visitor, oldest first. Removes those that can no longer be reported. */
  function open(): readonly KeptEnd[] {
    const owner = parts.owner();
    if (owner === undefined) return [];
    const kept = read();
    const isExpired = (one: KeptEnd): boolean =>
      Math.abs(clock.now() - one.endedAt) > (one.owner === owner ? keepMs : keepOfOthersMs);
    for (const one of kept.filter(isExpired)) remove(one.conversationId);
    return kept.filter((one) => one.owner === owner && !isExpired(one)).sort((a, b) => a.endedAt - b.endedAt);
  }

  const ids = (): readonly string[] => open().map(({ conversationId }) => conversationId);
  const has = (conversationId: string): boolean => ids().includes(conversationId);

  /** Rejects if the attempt fails. `send` replaces the usual report. */
  function report(conversationId: string, send = parts.send): Promise<void> {
    const end = open().find((one) => one.conversationId === conversationId) ?? { conversationId };
    const sent: Promise<void> = send(end).then(
      () => answered(conversationId, sent),
      (error: unknown) => {
        answered(conversationId, sent, error);
        throw error;
      },
    );
    running.set(conversationId, sent);
    return sent;
  }

  function answered(conversationId: string, sent: Promise<void>, error?: unknown): void {
    if (running.get(conversationId) !== sent) return;
    running.delete(conversationId);
    // After a final refusal, the service does not know the conversation, or it is over.
    if (error === undefined || isFinalRefusal(error)) remove(conversationId);
    else if (parts.retryMs && has(conversationId)) void repeat(conversationId, parts.retryMs(error));
    parts.onAnswered?.();
  }

  async function repeat(conversationId: string, delayMs: number): Promise<void> {
    const during = parts.connection?.() ?? ports.lifetime;
    await pause({ clock, lifetime: during }, delayMs);
    if (!during.ended && has(conversationId)) await attempt(conversationId);
  }

  const attempt = (conversationId: string): Promise<void> =>
    (running.get(conversationId) ?? report(conversationId)).catch(() => {});

  return {
    ids,
    has,
    keep({ conversationId, address }: EndedConversation): void {
      const owner = parts.owner();
      if (owner === undefined) return;
      const kept = { conversationId, address, owner, endedAt: clock.now() };
      own.set(conversationId, kept);
      storage.write('cm-ends', kept, `${prefix}${conversationId}`);
    },
    report,
    /** Resolves when the service has answered for each end, or could not be asked. */
    reportAll: (): Promise<unknown> => Promise.all(ids().map(attempt)),
    /** The service has shown that the conversation is over. */
    confirmed: remove,
  };
}

/** Ends of other visitors are dropped after this time: the same as for their texts. */
const keepOfOthersMs = 86_400_000;
