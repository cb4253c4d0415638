import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { SyncDeployment } from './deployment.ts';

const record = v.object({ account: v.string(), session: v.optional(v.string()) });

/** The account and session of the running chat, in the frame's session storage, so that a reload can resume it (CH-131). */
export interface SavedChat {
  read(): v.InferOutput<typeof record> | undefined;
  write(chat: { readonly account: string; readonly session: string | undefined }): void;
  remove(): void;
}

export function createSavedChat({ storage, adapterId }: ChannelPorts): SavedChat {
  return {
    read() {
      const stored = v.safeParse(record, storage.read('cm-chat-account', adapterId));
      return stored.success ? stored.output : undefined;
    },
    write: (chat) => storage.write('cm-chat-account', chat, adapterId),
    remove: () => storage.remove('cm-chat-account', adapterId),
  };
}

/** The account: from the query, the saved chat, the sandbox setting, or the account mapping, in this order (CH-112). */
export function findAccount(ports: ChannelPorts, deployment: SyncDeployment, saved: SavedChat): string | undefined {
  return (
    textOf(ports.query.chatAccount) ??
    saved.read()?.account ??
    (ports.place().environment === 'sandbox' ? deployment.sandboxAccount : undefined) ??
    ports.account(ports.entry.service)?.account
  );
}
