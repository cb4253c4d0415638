import * as hostEvents from '../bridge/hostEvents.ts';
import { composeCore, type RunningCore } from './compose/core.ts';
import { startEarly } from './compose/earlyStart.ts';
import type { FirstDeployment } from './deployment/laterSections.ts';
import { checkedFields } from './deployment/stamp.ts';
import { isAllowedHost } from './host/allowedHosts.ts';
import { greetHost, openHost } from './host/connect.ts';
import { createCookieJar } from './host/cookieJar.ts';
import { createFrameApi, type HostEvent } from './host/hostEvent.ts';
import { hasOwnParameters } from './host/ownParameters.ts';
import type { QueryParameters } from './host/queryParameters.ts';
import { reportFailedCalls } from './insight/analytics/reportCalls.ts';
import { createCallBackend } from './platform/backend/call.ts';
import { loadDeployment } from './platform/backend/loadDeployment.ts';
import { browserClock } from './platform/clock.ts';
import { createError } from './platform/errors.ts';
import { createId } from './platform/ids.ts';
import { createLazy } from './platform/lazy.ts';
import { createLifetime } from './platform/lifetime.ts';
import { createLog } from './platform/log.ts';
import { leaveTrace, readTrace } from './platform/reopen.ts';
import { storedEntries } from './platform/storedEntries.ts';
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

/** Of an address without parameters. */
const noQuery: QueryParameters = { consent: {} };

/** Retries a failed download once. After a second failure the widget does not start, and the page keeps its links. */
function needed<Module>(download: () => Promise<Module>): Promise<Module> {
  const { get } = createLazy({ download, create: (module) => module });
  return get().catch(get);
}

/** The core's entry: handshake, compose, start. React is downloaded later, on intent. */
async function startWidget(): Promise<void> {
  const clock = browserClock;
  let isVerbose = false;
  const log = createLog(() => isVerbose);
  const lifetime = createLifetime((error) => log.warn('A part of the widget failed while it was destroyed.', error));
  // The loader hides the frame at the hello, and a hidden frame loses the focus.
  const hadFocus = document.hasFocus();

  try {
    const greeted = greetHost(window, lifetime);
    greeted.catch(() => {}); // The `await` below reports the failure.
    const request = fetch.bind(window);
    const file = await needed(() => loadDeployment(request, clock));
    /** Checks a file that was changed after the build, or that dev mode changes. The build has checked its own. */
    const check = async (isDev?: boolean): Promise<FirstDeployment> =>
      (await needed(() => import('./deployment/checkDeployment.ts'))).checkDeployment(file, log, isDev);
    let deployment = (checkedFields(file) as FirstDeployment | undefined) ?? (await check());
    let running: RunningCore | undefined;
    // The page's events, and calls that fail, before the core is composed. It gets them in order afterwards.
    const early: ((core: RunningCore) => void)[] = [];
    const tellCore = (task: (core: RunningCore) => void): void => {
      if (running) task(running);
      else early.push(task);
    };
    const uncountedCall = createCallBackend({
      fetch: request,
      clock,
      authorize: (setting) => {
        if (deployment.authorizationKey === undefined) return undefined;
        return `Key ${deployment.authorizationKey};setting=${setting ?? 0};id=${createId()};time=${clock.now()}`;
      },
    });
    const call = reportFailedCalls(uncountedCall, (detail) => tellCore(({ callFailed }) => callFailed(detail)));
    const lookup = deployment.off
      ? undefined
      : startEarly(window, { deployment, call, clock, signal: lifetime.signal });
    // Read now: the first access is slow, and until the page answers there is time.
    const stored = storedEntries(window);
    const { port, origin } = await greeted;
    if (!isAllowedHost(origin, deployment.allowedHosts)) {
      port.close();
      throw createError('HOST_NOT_ALLOWED', `${origin} may not embed this widget: see allowedHosts in config.json`);
    }

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
        tellCore(({ handle }) => handle(event));
      },
    });
    const host = openHost(port, frameApi, { clock, lifetime, cookies });
    if (deployment.off) {
      await (await needed(() => import('./shell/switchOff.ts'))).switchOff(host, window);
      return;
    }
    const page = await firstPage;
    const { url, config } = page.facts;
    const query = hasOwnParameters(url)
      ? (await needed(() => import('./compose/readAddress.ts'))).readAddress(url, deployment, log)
      : noQuery;
    isVerbose = query.debug === true || query.dev === true;
    if (query.dev === true) deployment = await check(true);
    const { nonSalesHosts } = deployment;
    const pageConfig =
      config !== undefined && config !== null
        ? (await needed(() => import('./host/pageConfig.ts'))).parsePageConfig(config, { url, nonSalesHosts })
        : undefined;

    const { timeOrigin } = page.facts;
    const paneBefore = readTrace(history, timeOrigin);
    running = composeCore({
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
      pageConfig,
      viewport: page.viewport,
      fetch: request,
      stored,
      isReopened: paneBefore !== undefined,
      self: window,
      loadApp: async () => {
        // Preloads the imports of the first pane's files. The build lists them in the document.
        for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-intent]')) link.rel = 'modulepreload';
        const { mountApp } = await import('./app.tsx');
        return (widget) => mountApp(widget, fallback);
      },
    });
    const { core } = running;
    const fallback = showFallback(document, core);
    for (const task of early) task(running);
    // The previous document showed the pane, and could not fire the event when it was unloaded.
    if (paneBefore === 'shown') await host.emit(hostEvents.paneHidden);
    if (paneBefore && paneBefore !== 'hidden') core.pane.show({ takesFocus: paneBefore === 'released' || hadFocus });
    // From here on, `released` is a trace of this document: the visitor may press Try again before the start is over.
    if (paneBefore === 'released') leaveTrace(history, { page: timeOrigin, pane: 'shown' });
    const leave = (): void => {
      const pane = core.pane.state.isPaneHidden ? 'hidden' : 'shown';
      // A released document is about to be unloaded: its last trace stays.
      if (!['released', pane].includes(readTrace(history, timeOrigin) as string))
        leaveTrace(history, { page: timeOrigin, pane });
    };
    // After a reload of the frame, the ready events are not fired again.
    await running.start(() => {
      leave();
      core.pane.watch(() => {
        if (core.pane.state.isPaneHidden) leave();
        // In a separate task, after the pane's first render: writing the history takes as long as that render.
        else clock.after(0, leave);
      });
    });
  } catch (error) {
    if (!lifetime.ended) log.error('The widget could not start.', error);
    lifetime.end();
    // The document stays for 1 s, so that developer tools can show the error.
    clock.after(1_000, () => giveUp(window));
  }
}

void startWidget();
