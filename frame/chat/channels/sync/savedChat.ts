import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { SyncDeployment } from './deployment.ts';

const record = v.object({
  account: v.string(),
  session: v.optional(v.string()),
  /** The visitor who started the chat. */
  visitorKey: v.optional(v.string()),
  /** Nobody was signed in then. A guest who signs in keeps the chat. */
  isGuest: v.optional(v.boolean(), false),
  /** How far the service's clock is ahead of the visitor's. */
  aheadMs: v.optional(v.number()),
  /** The last event that the page has processed. */
  mark: v.optional(v.object({ number: v.number(), sequence: v.number(), timeMs: v.optional(v.number()) })),
});

export type SavedRecord = v.InferOutput<typeof record>;

/** The saved state of the running chat for a reload, in the frame's session storage (CH-131). */
export interface SavedChat {
  read(): SavedRecord | undefined;
  write(chat: SavedRecord): void;
  remove(): void;
}

export function createSavedChat({ storage, adapterId }: Pick<ChannelPorts, 'storage' | 'adapterId'>): SavedChat {
  let written = '';

  return {
    read() {
      const stored = v.safeParse(record, storage.read('cm-chat-account', adapterId));
      return stored.success ? stored.output : undefined;
    },
    write(chat) {
      const text = JSON.stringify(chat);
      if (text === written) return;
      written = text;
      storage.write('cm-chat-account', chat, adapterId);
    },
    remove() {
      written = '';
      storage.remove('cm-chat-account', adapterId);
    },
  };
}

/** The last path segment of the session URL identifies the chat. */
export function chatIdOf(session: string | undefined): string {
  return session?.split('?')[0]?.split('/').at(-1) ?? 'chat';
}

/** The account: from the query, the saved chat, the sandbox setting, or the account mapping, in this order (CH-112). */
export function chatAccountOf(ports: ChannelPorts, deployment: SyncDeployment, saved: SavedChat): string | undefined {
  return (
    textOf(ports.query.chatAccount) ??
    saved.read()?.account ??
    (ports.place().environment === 'sandbox' ? deployment.sandboxAccount : undefined) ??
    ports.account(ports.entry.service)?.account
  );
}
