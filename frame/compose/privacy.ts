import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostKey } from '../../bridge/records.ts';
import { createPrivacyApi, type Proofs } from '../contact/privacy/api.ts';
import { conversationsIn, storedData } from '../contact/privacy/collectData.ts';
import { createPrivacy, type PageVisitor, type Privacy } from '../contact/privacy/privacy.ts';
import type { WritableHostKey } from '../host/hostStore.ts';
import { signedIdentityIn } from '../identity/signedIdentity.ts';
import { tokensIn } from '../identity/storedTokens.ts';
import { createError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { readMark, storageOfEpoch } from '../visitor/visitorMark.ts';
import type { Widget } from '../widget.ts';
import { formKeysOf } from './formKeys.ts';

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
  const { clock, log, lifetime, call, deployment, storage, host, hostStore, chat, consent, visitorWatch } = widget;
  const service = deployment.privacy;

  const storedEpoch = (): string => readMark(storage)?.epoch ?? '';
  function visitor(): PageVisitor {
    // The page or another tab may have named another visitor a moment ago.
    visitorWatch.check();
    if (visitorWatch.isHeld) throw createError('NOT_ALLOWED', 'The page still names a visitor who has left.');
    return { epoch: visitorWatch.epoch, storedEpoch: storedEpoch(), formKeys: formKeysOf(widget) };
  }
  const profiles = (): readonly unknown[] =>
    storedData(storage, visitor()).flatMap(({ key, value }) => (key.startsWith('cm-profile') ? [value] : []));
  const proofs = (): Proofs => ({
    tokens: tokensIn(profiles()),
    signedIdentity: signedIdentityIn(widget.config()),
    conversations: conversationsIn(storedData(storage, visitor())),
  });

  return createPrivacy({
    ...{ clock, log, lifetime, storage, createId, proofs, visitor },
    api: service && createPrivacyApi(call, service, lifetime.signal),
    async chatData() {
      return chat.store?.visitorData();
    },
    async removeAccounts() {
      if (storage.read('cm-xmpp') === undefined) return;
      // Before the download, during which another visitor may take over.
      const ofVisitor = storageOfEpoch(storage, storedEpoch());
      const { forgetAccount } = await import('../chat/channels/xmpp/forgetAccount.ts');
      const { channels } = deployment.chat;
      if (!(await forgetAccount({ clock, lifetime, storage: ofVisitor, deployment: channels })))
        throw createError('CHANNEL_UNAVAILABLE', 'The account on the XMPP server could not be removed.');
    },
    leave() {
      storage.remove('cm-consent');
      consent.countryChanged();
      visitorWatch.leave('deleted');
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
