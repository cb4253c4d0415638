import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import { tryParse } from '../../../platform/wireFields.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { XmppDeployment } from './deployment.ts';
import type { Account, LoginRequest } from './login.ts';
import { bareOf, domainOf } from './wire.ts';

const name = v.pipe(v.string(), v.minLength(1));

const guest = v.object({ host: v.string(), user: name, password: name });

const record = v.object({
  /** The visitor whose account it is. Nobody else uses it. */
  visitorKey: v.string(),
  host: v.string(),
  /** Without a password it is the account of a signed-in visitor, whose token the identity room keeps. */
  account: v.object({ user: name, password: v.optional(name) }),
  /** The account that a signed-in visitor had as a guest, which a deletion of their data removes too. */
  guest: v.optional(guest),
  /** The conversation that is open in this browser, in whichever tab it was started. */
  conversationId: v.optional(v.string()),
  /** The address of the desk of this conversation, or of the last one. */
  desk: v.optional(v.string()),
  /** Lost sessions that may hold messages of the conversation, which reach the archive late. Each tab has a mark for its own. */
  lostSessions: v.optional(v.array(v.string())),
});

export type Guest = v.InferOutput<typeof guest>;
type AccountRecord = v.InferOutput<typeof record>;

export type StoredAccount = ReturnType<typeof createStoredAccount>;

/** The guest's account in this browser, whoever the visitor is now. */
export const storedGuest = (storage: Pick<ChannelPorts['storage'], 'read'>): Guest | undefined =>
  guestWithHost(tryParse(record, storage.read('cm-xmpp')));

function addressOf(known: AccountRecord | undefined): string | undefined {
  return known && bareOf(`${known.account.user}@${known.host}`);
}

/** The guest's account with its host, also while a signed-in visitor's account is in use. */
function guestWithHost(known: AccountRecord | undefined): Guest | undefined {
  if (!known) return undefined;
  const { user, password } = known.account;
  // Only guests' accounts have a password.
  return password === undefined ? known.guest : { host: known.host, user, password };
}

/** The visitor's account and their open conversation, in the storage that all tabs share. */
export function createStoredAccount(
  ports: Pick<ChannelPorts, 'storage' | 'visitorKey' | 'visitor' | 'identity' | 'createId'>,
  { guestHost, signedInHost, login }: Pick<XmppDeployment, 'guestHost' | 'signedInHost' | 'login'>,
) {
  const { storage, visitorKey, visitor, identity, createId } = ports;
  const isAnonymous = login === 'anonymous';
  let isTokenRefused = false;
  let usedToken = false;
  /** The user name of the guest's account in the last login. `refused()` removes only this account. */
  let lastGuestUser: string | undefined;

  function read(): AccountRecord | undefined {
    const known = tryParse(record, storage.read('cm-xmpp'));
    const isOurs = known?.visitorKey === visitorKey() && [guestHost, signedInHost].includes(known.host);
    return isOurs ? known : undefined;
  }

  /** The guest's account, if it is on `guestHost`, even if the visitor has since had a conversation under their own name. */
  function usableGuest(): Account | undefined {
    const found = guestWithHost(read());
    return found?.host === guestHost ? { user: found.user, password: found.password } : undefined;
  }

  function write(known: Omit<AccountRecord, 'visitorKey'>): void {
    storage.write('cm-xmpp', { ...known, visitorKey: visitorKey() } satisfies AccountRecord);
  }

  /**
   * The host for logins with a token, if the visitor logs in with one. An open conversation continues under the name it was begun in. A
   * visitor whom the page does not name is a guest, because nobody would notice if another one signed in.
   */
  function tokenHost(boundAddress?: string): string | undefined {
    const { isSignedIn, userId } = visitor();
    const host = boundHost(boundAddress);
    return (host === undefined ? isSignedIn && userId !== undefined : host !== guestHost) ? signedInHost : undefined;
  }

  /** What is open on this page decides first, because the stored conversation may belong to another tab and another name. */
  function boundHost(boundAddress: string | undefined): string | undefined {
    if (boundAddress !== undefined) return domainOf(boundAddress);
    const known = read();
    return known?.conversationId === undefined ? undefined : known.host;
  }

  /**
   * Stores the account of a login, unless another tab has an open conversation on the other host. Another account on the same host
   * replaces the stored one.
   */
  function storeLogin(host: string, account: AccountRecord['account']): void {
    const known = read();
    const isStored = known?.host === host && known.account.user === account.user;
    const isOtherHostInUse = known?.host !== host && known?.conversationId !== undefined;
    if (isStored || isOtherHostInUse) return;
    write({ host, account, guest: host === guestHost ? undefined : guestWithHost(known) });
  }

  const isAnonymousAt = (address: string | undefined): boolean =>
    isAnonymous && (address === undefined ? tokenHost() === undefined : domainOf(address) === guestHost);

  return {
    get address() {
      return addressOf(read());
    },
    get conversationId() {
      return read()?.conversationId;
    },
    /** The address of the desk of this conversation, or of the last one. A page with another desk continues the conversation at its desk. */
    get deskAddress() {
      return read()?.desk;
    },
    /** The marks of lost sessions. Their messages may still reach the archive, at places before what has been read. */
    lostSessions(conversationId: string): readonly string[] {
      const known = read();
      return (known?.conversationId === conversationId && known.lostSessions) || [];
    },
    /** Where and how the visitor logs in, as far as this is known without a token. */
    get loginTarget() {
      const host = tokenHost();
      return host === undefined
        ? { host: guestHost, isAnonymous, hasAccount: usableGuest() !== undefined }
        : { host, isAnonymous: false, hasAccount: true };
    },
    /**
     * `boundAddress`: the address under which this page has something open; the login uses its host. Without it, a stored conversation
     * decides the host. Rejects if the login needs a token and the broker has none.
     */
    async credentials(boundAddress: string | undefined): Promise<Pick<LoginRequest, 'host' | 'account'>> {
      const host = tokenHost(boundAddress);
      usedToken = host !== undefined;
      if (host !== undefined) {
        const found = await (isTokenRefused ? identity.refresh : identity.find)('xmpp');
        isTokenRefused = false;
        if (found?.token) {
          const { consumerId: user, token: password } = found;
          storeLogin(host, { user });
          return { host, account: { user, password } };
        }
        if (boundHost(boundAddress) !== undefined)
          throw createError('NOT_SIGNED_IN', 'The broker has no token for XMPP.');
      }
      usedToken = false;
      if (isAnonymous) return { host: guestHost, account: 'anonymous' };
      const account = usableGuest();
      lastGuestUser = account?.user;
      if (account) storeLogin(guestHost, account);
      return { host: guestHost, account };
    },
    // A random UUID has 122 bits: nobody guesses the name either.
    create: () => ({ user: `visitor-${createId()}`, password: `${createId()}${createId()}` }),
    /** Stores a new account, unless another tab has stored one in the meantime. */
    keep(account: Account): void {
      if (usableGuest() !== undefined) return;
      lastGuestUser = account.user;
      const known = read();
      if (known?.conversationId === undefined) write({ host: guestHost, account });
      else write({ ...known, guest: { host: guestHost, ...account } });
    },
    /** Whether the next conversation begins on the host of this address, as far as this is known without a token. */
    nextConversationIsAt: (address: string) => domainOf(address) === (tokenHost() ?? guestHost),
    /**
     * Whether a session under this address is valid: its account is the stored one, or none is stored. Another tab may have registered one
     * at the same time.
     */
    acceptsSession: (address: string) => isAnonymousAt(address) || [undefined, address].includes(addressOf(read())),
    /** Who owns the texts of a session. A visitor with a new name at each login keeps theirs. */
    textOwner: (address: string | undefined) => (isAnonymousAt(address) ? 'anonymous' : address),
    /** The server does not know the account, or refuses its token. */
    refused(): void {
      if (usedToken) {
        isTokenRefused = true;
        return;
      }
      const known = read();
      // Another tab may have registered a new account since. Keep that one.
      if (!known || lastGuestUser === undefined || usableGuest()?.user !== lastGuestUser) return;
      if (known.host === guestHost) storage.remove('cm-xmpp');
      else write({ ...known, guest: undefined });
    },
    /** A conversation with a desk begins under the address. It is stored only if this is the address of the stored account. */
    begin(conversationId: string, address: string | undefined, desk: string): void {
      const known = read();
      if (known && addressOf(known) === address && known.conversationId !== conversationId)
        write({ ...known, conversationId, desk, lostSessions: undefined });
    },
    end(conversationId: string): void {
      const known = read();
      if (known?.conversationId === conversationId)
        write({ ...known, conversationId: undefined, lostSessions: undefined });
    },
    /** Removes the marks in `before`, because nothing is late any more, or replaces them with `after`. The marks of other tabs stay. */
    replaceLostSessions(conversationId: string, before: readonly string[], after: readonly string[]): void {
      const known = read();
      if (known?.conversationId !== conversationId) return;
      const ofOthers = (known.lostSessions ?? []).filter((mark) => !before.includes(mark));
      write({ ...known, lostSessions: [...ofOthers, ...after] });
    },
  };
}
