import * as v from 'valibot';
import { textOf } from '../../../host/queryValue.ts';
import { tryParse } from '../../../platform/wireFields.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ChatRest } from './chatRest.ts';
import type { SyncDeployment } from './deployment.ts';
import { markSchema } from './history.ts';
import type { Lines } from './lines.ts';
import type { SyncParts } from './parts.ts';

const record = v.object({
  account: v.string(),
  session: v.optional(v.string()),
  /** The visitor who started the chat. */
  visitorKey: v.optional(v.string()),
  /** Nobody was signed in then. A guest who signs in keeps the chat. */
  isGuest: v.optional(v.boolean(), false),
  /** How far the service's clock is ahead of the visitor's. */
  aheadMs: v.optional(v.number()),
  mark: v.optional(markSchema),
});

type SavedRecord = v.InferOutput<typeof record>;

/** The owner of the running chat, and its state for a reload, which is in the frame's session storage (CH-131). */
export function createSavedChat(
  ports: ChannelPorts,
  { state, history, serviceClock }: SyncParts,
  rest: ChatRest,
  lines: Lines,
) {
  const { storage, adapterId } = ports;
  const isGuest = (): boolean => ports.visitor().userId === undefined;
  /** The visitor who started the chat. */
  let starter: Pick<SavedRecord, 'visitorKey' | 'isGuest'> | undefined;
  /** The chat that this page has found or saved. */
  let session: string | undefined;
  let written = '';

  /** Texts belong to the visitor who started the chat; without a chat, to the current visitor. */
  function updateOwner(): void {
    const { account } = state.snapshot.config;
    if (account !== undefined) lines.setOwner(`${account}:${starter?.visitorKey ?? ports.visitorKey()}`);
  }

  /** The saved chat, unless another visitor has started it. */
  function find(): SavedRecord | undefined {
    const chat = readSaved(ports);
    session = chat?.session;
    // Another tab may have signed somebody else in. A guest who has signed in keeps the chat.
    if (!chat || isGuest() || chat.isGuest || chat.visitorKey === ports.visitorKey()) return chat;
    remove();
    return undefined;
  }

  /** Removes the saved chat, unless a later page of the tab has started it. */
  function remove(): void {
    starter = undefined;
    // A page that is back from the back-forward cache may find the chat of a later one.
    const stored = readSaved(ports)?.session;
    if (stored !== undefined && stored !== session) return;
    written = '';
    storage.remove('cm-chat-account', adapterId);
  }

  starter = find();

  return {
    updateOwner,
    begin(): void {
      starter = { visitorKey: ports.visitorKey(), isGuest: isGuest() };
      updateOwner();
    },
    find,
    save(): void {
      const { visitorKey, isGuest = true } = starter ?? {};
      const { account = '' } = state.snapshot.config;
      session = rest.session;
      const chat: SavedRecord = {
        ...{ account, session, visitorKey, isGuest },
        ...{ aheadMs: serviceClock.aheadMs, mark: history.mark },
      };
      const text = JSON.stringify(chat);
      if (text === written) return;
      written = text;
      storage.write('cm-chat-account', chat, adapterId);
    },
    remove,
  };
}

const readSaved = ({ storage, adapterId }: ChannelPorts): SavedRecord | undefined =>
  tryParse(record, storage.read('cm-chat-account', adapterId));

/** The account: from the query, the saved chat, the sandbox setting, or the account mapping, in this order (CH-112). */
export function chatAccountOf(ports: ChannelPorts, deployment: SyncDeployment): string | undefined {
  return (
    textOf(ports.query.chatAccount) ??
    readSaved(ports)?.account ??
    (ports.place().environment === 'sandbox' ? deployment.sandboxAccount : undefined) ??
    ports.account(ports.entry.service)?.account
  );
}
