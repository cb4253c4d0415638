import { subscribe } from 'valtio/vanilla';
import * as hostKeys from '../../bridge/hostKeys.ts';
import type { VisitorFacts } from '../chat/channel.ts';
import { hasLaterChat } from '../chat/conversations/savedConversations.ts';
import type { ChatPorts } from '../chat/ports.ts';
import type { RoutingEntry } from '../chat/routing/routingEntry.ts';
import { parseCookieText } from '../host/cookieText.ts';
import { knownOf } from '../identity/knownOf.ts';
import { roleOf } from '../identity/visitorRole.ts';
import { createId } from '../platform/ids.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { locksOf } from '../platform/locks.ts';
import { random } from '../platform/random.ts';
import { createTabs } from '../platform/tabs.ts';
import { showsChat } from '../shell/displayMode.ts';
import { toLocaleCode } from '../text/locale.ts';
import { storageOfEpoch } from '../visitor/visitorMark.ts';
import type { Widget } from '../widget.ts';
import { identityOf } from './identity.ts';
import { relayedPage } from './relayedPage.ts';
import { whenVisitorKnown } from './whenVisitorKnown.ts';

/** What chat needs from the other rooms, once the visitor is known. Downloaded together with chat. */
export async function composeChat(
  widget: Widget,
  own: Lifetime,
  entries: readonly RoutingEntry[],
): Promise<Omit<ChatPorts, 'findLoader'>> {
  const watch = await whenVisitorKnown(widget, own);
  const { host, deployment, clock, log, call, query, settings, page, self, texts, shell } = widget;
  const { epoch } = watch;
  const storage = storageOfEpoch(widget.storage, epoch);
  const locks = locksOf(self);
  const { chat, hostStore, visitor, activity, marketing, insight } = widget;

  let anonymousId: string | undefined;
  /** The page's analytics may set it late. */
  const readAnonymousId = async (): Promise<void> => {
    anonymousId ??= parseCookieText(await hostStore.read(hostKeys.anonymousId));
  };
  void readAnonymousId();

  // A page that is back from the back-forward cache continues what its tab has now, as after a reload (CH-052).
  self.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted && chat.store && hasLaterChat(storage, chat.store.state.conversations)) chat.restart();
    },
    { signal: own.signal },
  );

  return {
    clock,
    log,
    lifetime: own,
    call,
    storage,
    tabs: createTabs({
      lifetime: own,
      createId,
      locks,
      clock,
      storedId: {
        read() {
          const id = storage.read('cm-tab');
          return typeof id === 'string' ? id : undefined;
        },
        write: (id) => void storage.write('cm-tab', id),
        remove: () => storage.remove('cm-tab'),
      },
      onHide: ({ signal }, listener) => self.addEventListener('pagehide', listener, { signal }),
      onShow: ({ signal }, listener) => self.addEventListener('pageshow', listener, { signal }),
    }),
    visitorKey: () => epoch,
    createId,
    random,
    texts,
    query,
    entries,
    deployment: deployment.chat,
    identity: identityOf(widget, { entries, storage, isGuest: () => watch.isGuest, locks, signedOut: watch.leave }),
    page: () => relayedPage(widget),
    pageUrl: () => page.facts.url,
    visitor: () => {
      if (anonymousId === undefined) void readAnonymousId();
      return visitorFacts(widget, anonymousId);
    },
    onVisitor: (owner, listener) => owner.add(visitor.watch(listener)),
    findIpAddress: async () => {
      await visitor.start();
      return visitor.state.info.ip;
    },
    marketing: () => Object.fromEntries(Object.entries(marketing.state.attributes).filter(isTextEntry)),
    track: (name, detail) => insight.analytics.track(name, detail),
    openScheduler: ({ schedulerConfig, schedulerText }) =>
      widget.scheduler.open({
        schedulerConfig: schedulerConfig ?? undefined,
        schedulerText: schedulerText || undefined,
      }),
    host: { ...host, openUrl: shell.openUrl },
    place: () => ({
      languageCode: toLocaleCode(page.textLocale),
      regionCode: page.locale.regionCode,
      focusArea: settings.focusArea,
      emailLink: widget.offers().emailUrl,
      environment: deployment.chat.environment,
      isDebug: query.debug === true,
      userAgent: self.navigator.userAgent,
      isHandheld: widget.device !== 'desktop',
    }),
    attention: {
      isPaneShown: () => !shell.state.isPaneHidden,
      isChatShown: () => !shell.state.isPaneHidden && showsChat(shell.state),
      isFocused: () => self.document.hasFocus() || activity.state.active,
      onChange: (owner, listener) => {
        for (const state of [shell.state, activity.state]) owner.add(subscribe(state, listener));
      },
      onOnline: ({ signal }, listener) => self.addEventListener('online', listener, { signal }),
    },
    pane: {
      show(from) {
        shell.chatAsked(from);
        if (shell.state.isMenuToggled) shell.toggleMenu();
      },
      showMenu: () => shell.showMenu(),
      chatMissing: shell.chatMissing,
      // SH-039: a chat that is restored after a reload does not open the pane. A chat that starts by itself does. After a
      // click on a page link, the link opens the pane.
      chatAppeared(queue) {
        if (queue === 'async' || !chat.isReady || widget.linkClicks.isPaneDue()) return;
        if (shell.state.isPaneHidden) shell.show({ takesFocus: false });
      },
    },
  };
}

function visitorFacts({ visitor }: Widget, anonymousId: string | undefined): VisitorFacts {
  const { info, signedIn, country, uniqueId } = visitor.state;
  const profile = knownOf(info);
  const { firstName, lastName, email } = profile;
  return {
    isSignedIn: signedIn,
    userId: uniqueId,
    firstName,
    lastName,
    email,
    countryCode: country,
    ipAddress: info.ip,
    role: roleOf(profile),
    anonymousId,
    profile: { ...profile },
  };
}

function isTextEntry(entry: readonly [string, unknown]): entry is readonly [string, string] {
  return typeof entry[1] === 'string';
}
