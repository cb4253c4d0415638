import * as hostEvents from '../bridge/hostEvents.ts';
import { composeCore, type RunningCore } from './compose/core.ts';
import { startEarly } from './compose/earlyStart.ts';
import type { Address } from './compose/readAddress.ts';
import type { FirstDeployment } from './deployment/laterSections.ts';
import { checkedFields } from './deployment/stamp.ts';
import { isAllowedHost } from './host/allowedHosts.ts';
import { greetHost, openHost } from './host/connect.ts';
import { createCookieJar } from './host/cookieJar.ts';
import { createFrameApi, type HostEvent } from './host/hostEvent.ts';
import { hasOwnParameters } from './host/ownParameters.ts';
import { reportFailedCalls } from './insight/analytics/reportCalls.ts';
import { createCallBackend } from './platform/backend/call.ts';
import { loadDeployment } from './platform/backend/loadDeployment.ts';
import { browserClock } from './platform/clock.ts';
import { createError } from './platform/errors.ts';
import { createId } from './platform/ids.ts';
import { createLifetime } from './platform/lifetime.ts';
import { createLog } from './platform/log.ts';
import { leaveTrace, readTrace } from './platform/reopen.ts';
import { showFallback } from './shell/fallback.ts';
import { giveUp } from './shell/giveUp.ts';

// Chrome before 120 and Safari before 17.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};

/** The address of a page without parameters. */
const noAddress: Address = { query: { consent: {} }, user: {} };

/** A start that needs a chunk tries a failed download once more; then the widget stays away, and the page keeps its links. */
const needed = <Module>(download: () => Promise<Module>): Promise<Module> => download().catch(download);

/** The core's entry: handshake, compose, start. Everything with React comes later, on intent. */
async function startWidget(): Promise<void> {
  const clock = browserClock;
  let isVerbose = false;
  const log = createLog(() => isVerbose);
  const lifetime = createLifetime((error) => log.warn('Something did not end cleanly.', error));

  try {
    const greeted = greetHost(window, lifetime);
    greeted.catch(() => {}); // It may fail before the await below, which reports it.
    const request = fetch.bind(window);
    const file = await loadDeployment(request);
    /** The build has checked the file that it wrote. One that was changed since, or that dev mode changes, is checked here. */
    const check = async (isDev?: boolean): Promise<FirstDeployment> =>
      (await needed(() => import('./deployment/checkDeployment.ts'))).checkDeployment(file, log, isDev);
    let deployment = (checkedFields(file) as FirstDeployment | undefined) ?? (await check());
    let callFailed: RunningCore['callFailed'] = () => {};
    const uncountedCall = createCallBackend({
      fetch: request,
      clock,
      authorize: (setting) => {
        if (deployment.authorizationKey === undefined) return undefined;
        return `Key ${deployment.authorizationKey};setting=${setting ?? 0};id=${createId()};time=${clock.now()}`;
      },
    });
    const call = reportFailedCalls(uncountedCall, (detail) => callFailed(detail));
    const lookup = deployment.off
      ? undefined
      : startEarly(location.hash, { deployment, call, clock, signal: lifetime.signal });
    const { port, origin } = await greeted;
    if (!isAllowedHost(origin, deployment.allowedHosts)) {
      port.close();
      throw createError('HOST_NOT_ALLOWED', `${origin} may not embed this widget: see allowedHosts in config.json`);
    }

    // Events that arrive before the core is composed are handled in order afterwards.
    const early: HostEvent[] = [];
    let handle = (event: HostEvent): void => void early.push(event);
    type PageEvent = Extract<HostEvent, { type: 'page' }>;
    let onPage = (_event: PageEvent): void => {};
    const firstPage = new Promise<PageEvent>((resolve) => {
      onPage = resolve;
    });
    const cookies = createCookieJar(clock);
    const frameApi = createFrameApi({
      log,
      onCookies: cookies.seen,
      onEvent(event) {
        if (event.type === 'page') onPage(event);
        handle(event);
      },
    });
    const host = openHost(port, frameApi, { clock, lifetime, cookies });
    if (deployment.off) {
      await (await needed(() => import('./shell/switchOff.ts'))).switchOff(host, window);
      return;
    }
    const page = await firstPage;
    const { url, config } = page.facts;
    const { query, user } = hasOwnParameters(url)
      ? (await needed(() => import('./compose/readAddress.ts'))).readAddress(url, deployment, log)
      : noAddress;
    const pageConfig =
      config !== undefined && config !== null
        ? (await needed(() => import('./host/pageConfig.ts'))).parsePageConfig(config)
        : undefined;
    isVerbose = query.debug === true || query.dev === true;
    if (query.dev === true) deployment = await check(true);

    const { timeOrigin } = page.facts;
    const paneBefore = readTrace(history, timeOrigin);
    const { core, start, watchPane, ...running } = composeCore({
      host,
      deployment,
      call,
      uncountedCall,
      early: lookup,
      clock,
      log,
      lifetime,
      page: page.facts,
      query,
      queryUser: user,
      pageConfig,
      viewport: page.viewport,
      fetch: request,
      isReopened: paneBefore !== undefined,
      self: window,
      loadAudience: async () => (await import('./compose/audience.ts')).composeAudience,
      loadRooms: async () => (await import('./compose/rooms.ts')).composeRooms,
      loadApp: async () => {
        // All files of the first pane at once: the build has listed them in the document.
        for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-intent]')) link.rel = 'modulepreload';
        const { mountApp } = await import('./app.tsx');
        return (widget) => mountApp(widget, fallback);
      },
    });
    const fallback = showFallback(document, {
      shell: core.pane,
      watchShell: watchPane,
      read: core.read,
      reopen: core.reopen,
    });
    handle = running.handle;
    callFailed = running.callFailed;
    for (const event of early) handle(event);
    // The document before this one has shown the pane, and could not tell the page that it went.
    if (paneBefore === 'shown') await host.emit(hostEvents.paneHidden);
    if (paneBefore && paneBefore !== 'hidden')
      core.pane.show({ takesFocus: paneBefore === 'released' || document.hasFocus() });
    await start();
    // From here on the page knows that the widget is ready, and is not told again.
    const leave = (): void =>
      leaveTrace(history, { page: timeOrigin, pane: core.pane.state.isPaneHidden ? 'hidden' : 'shown' });
    // In a task of its own, after the pane is on its way: writing the history takes as long as rendering the pane.
    let cancel = (): void => {};
    leave();
    watchPane(() => {
      cancel();
      // This document is about to go: what it has left stays.
      if (readTrace(history, timeOrigin) === 'released') return;
      if (core.pane.state.isPaneHidden) leave();
      else cancel = clock.after(0, leave);
    });
  } catch (error) {
    if (!lifetime.ended) log.error('The widget could not start.', error);
    lifetime.end();
    // The document stays long enough to show its error to developer tools.
    clock.after(1_000, () => giveUp(window));
  }
}

void startWidget();
