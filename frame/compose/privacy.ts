import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostKey } from '../../bridge/records.ts';
import { readMark, storageOfEpoch } from '../chat/visitorMark.ts';
import { createPrivacyApi, type Proofs } from '../contact/privacy/api.ts';
import { conversationsIn, storedData } from '../contact/privacy/collectData.ts';
import { createPrivacy, type Privacy } from '../contact/privacy/privacy.ts';
import type { WritableHostKey } from '../host/hostStore.ts';
import { revokeTokens } from '../identity/revokeTokens.ts';
import { signedIdentityIn } from '../identity/signedIdentity.ts';
import { tokensIn } from '../identity/storedTokens.ts';
import { createError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { Widget } from '../widget.ts';
import { forgetInMemory } from './forgetInMemory.ts';

/** The page's cookies that the widget may read, and whether they are its own. */
const cookies: Readonly<Record<HostKey, boolean>> = {
  [hostKeys.pillEvents]: true,
  [hostKeys.proactiveState]: true,
  [hostKeys.unreadsSeen]: true,
  [hostKeys.asyncUnreadsSeen]: true,
  [hostKeys.experimentVisitor]: true,
  [hostKeys.anonymousId]: false,
  [hostKeys.noticePreferences]: false,
};
const readable = Object.keys(cookies) as readonly HostKey[];
const isOwn = (name: HostKey): name is WritableHostKey => cookies[name];

const composed = new WeakMap<Widget, Privacy>();

/**
 * The visitor's requests to export or delete their data. Downloaded when the visitor opens the panel. Always the same object,
 * which remembers a deletion that has failed.
 */
export function composePrivacy(widget: Widget): Privacy {
  const privacy = composed.get(widget) ?? createForWidget(widget);
  composed.set(widget, privacy);
  return privacy;
}

function createForWidget(widget: Widget): Privacy {
  const { clock, log, lifetime, call, deployment, storage, host, hostStore, page, chat, consent } = widget;
  const service = deployment.privacy;

  const profiles = (): readonly unknown[] =>
    storedData(storage).flatMap(({ key, value }) => (key.startsWith('cm-profile') ? [value] : []));
  const proofs = (): Proofs => ({
    tokens: tokensIn(profiles()),
    signedIdentity: signedIdentityIn(page.facts.config),
    conversations: conversationsIn(storedData(storage)),
  });
  let leaveChat: (() => void) | undefined;

  return createPrivacy({
    ...{ clock, log, lifetime, storage, createId, proofs },
    visitor: () => readMark(storage)?.epoch ?? '',
    api: service && createPrivacyApi(call, service, lifetime.signal),
    async chatData() {
      const chatData = await chat.store?.visitorData();
      leaveChat = chatData?.leave;
      return chatData;
    },
    async removeAccounts() {
      if (storage.read('cm-xmpp') === undefined) return;
      // Before the download, during which another visitor may take over.
      const ofVisitor = storageOfEpoch(storage, readMark(storage)?.epoch ?? '');
      const { forgetAccount } = await import('../chat/channels/xmpp/forgetAccount.ts');
      const { channels } = deployment.chat;
      if (!(await forgetAccount({ clock, lifetime, storage: ofVisitor, deployment: channels })))
        throw createError('CHANNEL_UNAVAILABLE', 'The account on the XMPP server could not be removed.');
    },
    leave() {
      storage.remove('cm-consent');
      consent.countryChanged();
      forgetInMemory(widget);
      // A chat that was allowed in the pane only must not start again.
      if (!consent.isAllowed('chat')) chat.restart([]);
      else if (leaveChat) {
        leaveChat();
        return;
      }
      // There is no chat on this page. Other tabs may have one, and see the new mark.
      void revokeTokens(profiles(), { deployment: deployment.identity, clock, log });
      if (storage.read('cm-visitor') !== undefined) storage.write('cm-visitor', { epoch: createId() });
    },
    cookies: {
      names: readable,
      read: hostStore.read,
    },
    async forgetOnPage() {
      widget.inquiry.peek()?.store.startOver();
      await Promise.all([host.storePill(''), ...readable.filter(isOwn).map(hostStore.remove)]);
    },
  });
}
