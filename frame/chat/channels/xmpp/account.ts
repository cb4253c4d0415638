import * as v from 'valibot';
import type { ChannelPorts } from '../../channel.ts';

const guestAccount = v.object({
  user: v.pipe(v.string(), v.minLength(1)),
  password: v.pipe(v.string(), v.minLength(1)),
});

const record = v.object({
  /** The visitor whose account it is. Nobody else uses it. */
  visitorKey: v.string(),
  host: v.string(),
  account: guestAccount,
  /** The conversation that is open in this browser, in whichever tab it was started. */
  conversationId: v.optional(v.string()),
});

type AccountRecord = v.InferOutput<typeof record>;

/** A guest's account on the server. */
export type GuestAccount = v.InferOutput<typeof guestAccount>;

/** The visitor's account and their open conversation, in the storage that all tabs share. */
export interface StoredAccount {
  readonly account: GuestAccount | undefined;
  /** The bare address of the account. */
  readonly address: string | undefined;
  readonly conversationId: string | undefined;
  create(): GuestAccount;
  keep(account: GuestAccount): void;
  /** The server no longer knows the account. */
  forget(): void;
  /** A conversation begins; undefined: it is over. */
  setConversation(conversationId: string | undefined): void;
}

/** The account that this browser has, whoever its visitor is. */
export function storedGuest(
  storage: Pick<ChannelPorts['storage'], 'read'>,
): { readonly host: string; readonly account: GuestAccount } | undefined {
  const parsed = v.safeParse(record, storage.read('cm-xmpp'));
  return parsed.success ? parsed.output : undefined;
}

export function createStoredAccount(
  { storage, visitorKey, createId }: Pick<ChannelPorts, 'storage' | 'visitorKey' | 'createId'>,
  host: string,
): StoredAccount {
  function read(): AccountRecord | undefined {
    const parsed = v.safeParse(record, storage.read('cm-xmpp'));
    const isOurs = parsed.success && parsed.output.visitorKey === visitorKey() && parsed.output.host === host;
    return isOurs ? parsed.output : undefined;
  }

  return {
    get account() {
      return read()?.account;
    },
    get address() {
      const user = read()?.account.user;
      return user === undefined ? undefined : `${user}@${host}`;
    },
    get conversationId() {
      return read()?.conversationId;
    },
    // A random UUID has 122 bits: nobody guesses the name either.
    create: () => ({ user: `visitor-${createId()}`, password: `${createId()}${createId()}` }),
    keep(account) {
      storage.write('cm-xmpp', { visitorKey: visitorKey(), host, account } satisfies AccountRecord);
    },
    forget: () => storage.remove('cm-xmpp'),
    setConversation(conversationId) {
      const known = read();
      if (known && known.conversationId !== conversationId) storage.write('cm-xmpp', { ...known, conversationId });
    },
  };
}
