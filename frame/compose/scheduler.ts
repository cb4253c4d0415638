import { subscribe } from 'valtio/vanilla';
import * as hostKeys from '../../bridge/hostKeys.ts';
import type { ContactAnswer } from '../contact/answer.ts';
import { readInformation } from '../contact/bundle.ts';
import { completeClientInfo } from '../contact/clientInfo.ts';
import { schedulingEntry } from '../contact/schedulingEntry.ts';
import { parseCookieText } from '../host/cookieText.ts';
import { knownOf } from '../identity/knownOf.ts';
import type { UserInfo } from '../identity/visitor.ts';
import { createError } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { within } from '../platform/within.ts';
import { createSchedulers } from '../scheduler/createSchedulers.ts';
import { textsWaitMs } from '../scheduler/limits.ts';
import type { SchedulerSource } from '../scheduler/parseInfo.ts';
import type { SchedulerName } from '../scheduler/ports.ts';
import type { SchedulersStore } from '../scheduler/schedulersStore.ts';
import { createNoticeCall } from '../scheduler/vendorNotice.ts';
import { placeLanding, widenForScheduler } from '../shell/placeLanding.ts';
import { defaultPurpose } from '../text/texts.ts';
import type { Widget } from '../widget.ts';
import { relayedPage } from './relayedPage.ts';

/** Wires the scheduler. Downloaded when the visitor first opens it. */
export function composeScheduler(widget: Widget): SchedulersStore {
  const {
    host,
    deployment,
    clock,
    log,
    lifetime,
    query,
    settings,
    page,
    texts,
    shell,
    hostStore,
    visitor,
    visitorWatch,
  } = widget;
  const { contact, contactApi, lookupFacts, insight, information, viewport } = widget;
  const { schedulerQuery } = widget.scheduler;
  if (!deployment.scheduler) throw createError('CONFIG_INVALID', 'config.json names no scheduler service');

  page.landing = () => {
    const { scheduler, isPaneHidden } = shell.state;
    if (isPaneHidden || !scheduler.isDisplayed) return undefined;
    const { viewport: size } = viewport.state;
    return scheduler.isLanding ? placeLanding(page.obstacles, size) : widenForScheduler(size);
  };

  return createSchedulers({
    call: widget.uncountedCall,
    clock,
    log,
    lifetime,
    deployment: deployment.scheduler,
    createId,
    place: () => ({
      focusArea: settings.focusArea,
      variation: settings.variation,
      ...page.textLocale,
      purpose: schedulerQuery.purpose || ownPurpose(),
    }),
    find: findScheduler,
    findTexts: ({ purpose, variation }) => within(clock, textsWaitMs, lookUpTexts(purpose, variation), []),
    page: async () => ({
      url: relayedPage(widget).url,
      uniquePageId: settings.config?.pageViewId ?? '',
      ibmId: known().iui ?? '',
      bluemixAnonId: parseCookieText(await hostStore.read(hostKeys.anonymousId)) ?? '',
      productName: settings.config?.productName ?? '',
    }),
    pageUrl: () => page.facts.url,
    visitor: known,
    whenNoticeReady: createNoticeCall({
      call: widget.uncountedCall,
      hosts: deployment.scheduler.noticeHosts,
    }),
    prompt: (isSeen) => insight.experiments.textOf('schedulerFirstQuestion', isSeen),
    texts,
    textLocale: () => page.textLocale,
    showsKeys: query.debugText === true,
    report: ({ call: name, status, code }) => insight.analytics.track('CM_API_ERROR', { call: name, status, code }),
    displayed: shell.schedulerChanged,
    isShown: () => shell.state.scheduler.isDisplayed,
    showPane: () => shell.show({ takesFocus: shell.state.takesFocus }),
    hidePane: () => shell.hide({ returnsFocus: true }),
    showMenu: shell.showMenu,
    openTab: (url) => host.openUrl(url, 'tab').catch(() => false),
  });

  /** Nothing while the tab is held: the page still names the visitor who has left. */
  function known(): UserInfo {
    return visitorWatch.isHeld ? {} : knownOf(visitor.state.info);
  }

  function ownPurpose(): string | undefined {
    const bundle = information()?.bundle;
    return bundle && schedulingEntry(bundle, undefined, clock.now())?.purpose;
  }

  /** SC-003: the page's own scheduler is in the bundle; another focus area, purpose or resource is looked up. */
  async function findScheduler(name: SchedulerName, isRetry: boolean): Promise<SchedulerSource | undefined> {
    const { purpose = '' } = name;
    const isOwn = !name.focusArea && !name.resource && ['', defaultPurpose, schedulerQuery.purpose].includes(purpose);
    if (isOwn) {
      if (isRetry && contact.state.status !== 'fetched') await contact.load(lookupFacts({ bypassCache: true }));
      await whenLookedUp();
      const { status, information: answer } = contact.state;
      if (!answer && status === 'failed') throw createError('CALL_FAILED', 'the contact lookup failed');
      return answer && toSchedulerSource(answer, name.purpose);
    }
    const facts = {
      ...lookupFacts({ bypassCache: isRetry }),
      ...(name.focusArea ? { focusArea: name.focusArea, variation: undefined } : {}),
      schedulerPurpose: name.purpose || undefined,
      schedulerResource: name.resource || undefined,
    };
    const answer = await contactApi.lookup(facts, lifetime.signal);
    return answer && toSchedulerSource(answer, name.purpose);
  }

  async function lookUpTexts(schedulerPurpose: string, variation: string | undefined): Promise<readonly unknown[]> {
    const answer = await contactApi.lookup({ ...lookupFacts(), schedulerPurpose, variation }, lifetime.signal);
    return answer ? readInformation(answer).schedulerTextTranslations : [];
  }

  function toSchedulerSource(answer: ContactAnswer, wanted: string | undefined): SchedulerSource {
    const source = readInformation(answer);
    // Nothing of the form depends on it, so nothing waits for it.
    void completeClientInfo(source, { call: widget.call, deployment: deployment.contact, log, lifetime });
    const entry = schedulingEntry(source.bundle, wanted, clock.now());
    return { ...source, schedulingInformation: entry, bundleKey: source.bundle.key };
  }

  function whenLookedUp(): Promise<void> {
    const isDone = (): boolean => !['notStarted', 'fetching'].includes(contact.state.status);
    return new Promise((resolve) => {
      if (isDone()) return resolve();
      const stop = lifetime.add(
        subscribe(contact.state, () => {
          if (!isDone()) return;
          stop();
          resolve();
        }),
      );
    });
  }
}
