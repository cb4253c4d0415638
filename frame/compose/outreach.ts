import { subscribe } from 'valtio/vanilla';
import * as hostKeys from '../../bridge/hostKeys.ts';
import { parseCookieText } from '../host/cookieText.ts';
import { createFetchInAppFlag } from '../identity/inAppFlag.ts';
import { knownOf } from '../identity/knownOf.ts';
import { createOutreach, type Outreach } from '../outreach/outreach.ts';
import { createId } from '../platform/ids.ts';
import { createLazy } from '../platform/lazy.ts';
import { isForProgram } from '../text/isForProgram.ts';
import { toLocaleCode } from '../text/locale.ts';
import type { Widget } from '../widget.ts';
import { relayedPage } from './relayedPage.ts';

/** Wires outreach. */
export function composeOutreach(widget: Widget): Outreach {
  const { host, deployment, clock, log, lifetime, call, query, settings, page, texts, textsOf, shell } = widget;
  const { storage, hostStore, consent, viewport, visitor, activity, self } = widget;
  const { experiments } = widget.insight;

  const cardViews = createLazy({
    clock,
    lifetime,
    download: () => import('../outreach/views/CardStage.tsx'),
    create: (views) => views,
  });

  const outreach = createOutreach({
    clock,
    lifetime,
    log,
    call,
    createId,
    hostStore,
    host: {
      ...host,
      async openUrl(url, target) {
        // If the browser blocks the new tab, the pane shows a link (SH-175).
        if (!isForProgram(url)) return shell.openUrl(url, target);
        self.open(url, '_blank', 'noopener');
        return true;
      },
    },
    query,
    storage,
    deployment: deployment.outreach,
    fetchInAppFlag: createFetchInAppFlag({ call, lifetime, deployment: deployment.identity }),
    texts: (ofPurpose) => (ofPurpose === undefined ? texts : textsOf(() => ofPurpose)),
    anonymousId: async () => parseCookieText(await hostStore.read(hostKeys.anonymousId)),
    allows: consent.isAllowed,
    page: () => page.facts,
    relayedUrl: () => relayedPage(widget).url,
    locale: () => toLocaleCode(page.locale),
    viewport: () => viewport.state.viewport,
    isMobile: () => viewport.state.isMobile,
    isGated: settings.noProactive,
    pageRules: settings.rules,
    // Like the other rooms: the region override wins, and a unique id means signed in (SH-102, SH-104).
    user: () => {
      const { info, country, signedIn } = visitor.state;
      return { ...info, signedin: signedIn, ...(country === undefined ? {} : { country }) };
    },
    firstName: () => knownOf(visitor.state.info).firstName,
    audience: () => ({ dmpAudience: settings.config?.dmpAudience, lotameId: settings.config?.lotameId }),
    isEmployee: () => shell.state.chat.isEmployee,
    activity: {
      isActive: () => activity.state.active,
      onChange: (owner, listener) => void owner.add(subscribe(activity.state, listener)),
    },
    scene: () => ({
      isPaneShown: !shell.state.isPaneHidden,
      hasOverlay: shell.state.isConfirmingEnd || shell.state.scheduler.isLanding,
    }),
    chat: {
      canStart: () => shell.state.chat.availability === 'available',
      onChange: (owner, listener) => void owner.add(subscribe(shell.state, listener)),
      start: () => widget.startChat({ from: 'proactive' }),
    },
    scheduler: {
      purpose: () => widget.offers().schedulerPurpose,
      open: () => widget.scheduler.open({}),
    },
    bot: {
      isAvailable: () => widget.chat.store?.isBotAvailable() ?? false,
      isVariationOff: () => experiments.store?.decidedOf('botWelcome') === 'off',
      ask: async () => {
        const varied = experiments.textOf('botWelcome', false);
        if (varied !== undefined) return { text: varied, action: 'CHAT' };
        const said = await widget.chat.store?.welcome();
        if (!said?.link) return said && { text: said.text, action: 'CHAT' };
        return { text: said.text, action: 'URL', actionText: said.link.text, url: said.link.href };
      },
      reportSeen: () => void experiments.variationOf('botWelcome'),
    },
    headline: () => experiments.textOf('proactiveHeadline'),
    prepareViews: async () => {
      const views = cardViews.get().then(
        () => true,
        () => false, // A card without its views is not shown; the next page tries again.
      );
      await shell.prepare();
      return (await views) && shell.state.app === 'ready';
    },
    returnFocus: () => void host.focus(),
  });
  lifetime.add(
    subscribe(outreach.state, () => {
      page.card = outreach.shownCard();
    }),
  );
  lifetime.add(subscribe(consent.state, outreach.consentChanged));
  lifetime.add(widget.visitorWatch.onLeft(outreach.visitorLeft));
  // For example, the geo service may report the country late (SH-137).
  lifetime.add(subscribe(visitor.state, outreach.pageChanged));
  // The visitor may have closed a card on a later page before they came back.
  self.addEventListener('pageshow', outreach.pageChanged, { signal: lifetime.signal });
  return outreach;
}
