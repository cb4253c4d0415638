import type { HostKey } from '../../../bridge/records.ts';
import type { Clock } from '../../platform/clock.ts';
import { createError, isWidgetError } from '../../platform/errors.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { FrameStorage } from '../../platform/storage.ts';
import { within } from '../../platform/within.ts';
import { parseSent } from '../form/inquiry.ts';
import type { ConversationId, Deletion, PrivacyApi, Proofs } from './api.ts';
import {
  allKeys,
  distinct,
  exportedEntries,
  type Owner,
  ownedKeys,
  storedData,
  withoutSecrets,
} from './collectData.ts';
import { endWaitMs } from './limits.ts';

/** The visitor of this page. */
export interface PageVisitor extends Owner {
  /** Changes when another visitor takes over, also while nothing of them is stored. A guest who signs in stays the same. */
  readonly epoch: string;
}

/** The visitor's conversations in this tab. */
export interface ChatData {
  /** The messages that the pane shows. */
  readonly messages: () => readonly unknown[];
  /** Ends all of them at their services. */
  readonly end: () => Promise<unknown>;
}

export interface PrivacyPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  readonly createId: () => string;
  /** Undefined in a deployment without the service. */
  readonly api: PrivacyApi | undefined;
  readonly proofs: () => Proofs;
  /** Throws while the page still names a visitor who has left. */
  readonly visitor: () => PageVisitor;
  /** Undefined while there is no chat on the page. */
  readonly chatData: () => Promise<ChatData | undefined>;
  /** Removes the accounts that the visitor has at services. Rejects if one remains. */
  readonly removeAccounts: () => Promise<void>;
  /** Signs the visitor out: tokens are revoked, and every tab starts with a new visitor. */
  readonly leave: () => void;
  /** The page's cookies that the widget may read, including its own. */
  readonly cookies: {
    readonly names: readonly HostKey[];
    read(name: HostKey): Promise<string | null>;
  };
  /** Empties the form in the pane and the remembered pill, and removes the widget's own cookies. */
  readonly forgetOnPage: () => Promise<void>;
}

/** `here`: only this browser's data, because no service of the company was asked. */
export type DeletionOutcome = Deletion | { readonly state: 'here' | 'failed' };

/** The copy, and whether it includes the service's data, if the service was asked. */
export interface Copy {
  readonly name: string;
  readonly text: string;
  readonly isComplete: boolean;
}

export interface Privacy {
  /** All stored data about the visitor, without credentials. Rejects if another visitor takes over meanwhile. */
  copy(): Promise<Copy>;
  /**
   * Ends the conversations, calls the services, and then removes everything here. If a service cannot be reached, everything
   * stays, so that the visitor can still prove their identity. Fails or rejects if another visitor takes over meanwhile. `isOnlyHere`
   * calls no service.
   */
  deleteAll(isOnlyHere: boolean): Promise<DeletionOutcome>;
}

/** A deletion that has failed. The visitor's next attempt continues it. */
interface UnfinishedDeletion {
  readonly visitor: string;
  /** The conversations that it has ended. Their ids are no longer stored, but they are still a proof. */
  conversations: readonly ConversationId[];
  /** The service's answer, if a later step has failed. */
  deletion: Deletion | undefined;
}

const hasProof = ({ tokens, signedIdentity, conversations }: Proofs): boolean =>
  signedIdentity !== undefined || tokens.length > 0 || conversations.length > 0;

/** Keep the object: it remembers a deletion that has failed. */
export function createPrivacy(ports: PrivacyPorts): Privacy {
  const { storage, api, log, clock } = ports;
  let unfinished: UnfinishedDeletion | undefined;

  /** Throws if another visitor has taken over since. */
  function expectVisitor(epoch: string): void {
    if (ports.visitor().epoch !== epoch) throw createError('NOT_ALLOWED', 'Another visitor has taken over.');
  }

  /** Adds the conversations that earlier attempts have ended to the visitor's proofs. */
  function begin(proofs: Proofs): readonly [UnfinishedDeletion, Proofs] {
    const visitor = ports.visitor().epoch;
    if (unfinished?.visitor !== visitor) unfinished = { visitor, conversations: [], deletion: undefined };
    unfinished.conversations = distinct([...unfinished.conversations, ...proofs.conversations]);
    return [unfinished, { ...proofs, conversations: unfinished.conversations }];
  }

  /**
   * Does not call the service without a proof: it could not tell which data is the visitor's, and would refuse. After a success, it may
   * have no data left that the proofs belong to, and refuse them.
   */
  async function askService(attempt: UnfinishedDeletion, proofs: Proofs): Promise<DeletionOutcome> {
    if (!api || !hasProof(proofs)) return attempt.deletion ?? { state: 'here' };
    try {
      attempt.deletion = await api.deleteAll(proofs);
    } catch (error) {
      const isRefused = isWidgetError(error) && Math.floor((error.status ?? 0) / 100) === 4;
      if (!attempt.deletion || !isRefused) throw error;
    }
    return attempt.deletion;
  }

  async function askServices(attempt: UnfinishedDeletion, proofs: Proofs): Promise<DeletionOutcome> {
    try {
      const deletion = await askService(attempt, proofs);
      expectVisitor(attempt.visitor);
      await ports.removeAccounts();
      return deletion;
    } catch (error) {
      log.warn("A service did not delete the visitor's data.", error);
      return { state: 'failed' };
    }
  }

  /** Synchronous, so that no tab sees a partial deletion. The form's entries of other visitors stay: their messages are still delivered. */
  function removeHere(formKeys: readonly string[]): void {
    // When a guest leaves, their unsent message moves to a key of its own, its id.
    const messages = formKeys.flatMap((owner) => parseSent(storage.read('cm-outbox-form', owner))?.id ?? []);
    ports.leave();
    // The mark of the next visitor stays, for the other tabs.
    for (const key of allKeys) if (key !== 'cm-visitor' && !ownedKeys.includes(key)) storage.clear(key);
    for (const owner of formKeys) storage.remove('cm-form', owner);
    const deletion = ports.createId();
    storage.write('cm-tab-deleted', deletion);
    storage.write('cm-deleted', deletion);
    // Last, because a tab that does not know about the deletion takes a removed message for a delivered one.
    for (const owner of [...formKeys, ...messages]) storage.remove('cm-outbox-form', owner);
  }

  return {
    async copy() {
      const visitor = ports.visitor();
      const proofs = ports.proofs();
      const asked = hasProof(proofs) ? api : undefined;
      const [chatData, service, ...cookies] = await Promise.all([
        ports.chatData(),
        asked?.exportAll(proofs).catch((error: unknown) => {
          log.warn("The service did not export the visitor's data.", error);
        }),
        ...ports.cookies.names.map(async (name) => [name, await ports.cookies.read(name)] as const),
      ]);
      expectVisitor(visitor.epoch);
      const createdAt = new Date(clock.now()).toISOString();
      const data = {
        createdAt,
        browser: exportedEntries(storedData(storage, visitor)),
        page: Object.fromEntries(cookies.filter(([, value]) => value !== null)),
        conversations: withoutSecrets(chatData?.messages() ?? []),
        service: withoutSecrets(service ?? null),
      };
      return {
        name: `my-data-${createdAt.slice(0, 10)}.json`,
        text: `${JSON.stringify(data, null, 2)}\n`,
        isComplete: asked === undefined || service !== undefined,
      };
    },
    async deleteAll(isOnlyHere) {
      // Read first: an ended conversation is no longer a proof.
      const { formKeys } = ports.visitor();
      const [attempt, proofs] = begin(ports.proofs());
      const chatData = await ports.chatData();
      // A conversation that its service has not ended in time ends when its tokens are revoked.
      await within(clock, endWaitMs, Promise.resolve(chatData?.end()), undefined).catch(() => {});
      const outcome: DeletionOutcome = isOnlyHere ? { state: 'here' } : await askServices(attempt, proofs);
      if (outcome.state === 'failed') return outcome;
      expectVisitor(attempt.visitor);
      unfinished = undefined;
      removeHere(formKeys);
      await ports.forgetOnPage().catch((error: unknown) => log.warn('Some data was not removed from the page.', error));
      return outcome;
    },
  };
}
