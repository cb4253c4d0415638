import * as hostEvents from '../bridge/hostEvents.ts';
import type { PageFacts } from '../bridge/records.ts';
import { composeCore, type RunningCore } from './compose/core.ts';
import type { FirstDeployment } from './deployment/laterSections.ts';
import { checkedFields } from './deployment/stamp.ts';
import { isAllowedHost } from './host/allowedHosts.ts';
import { greetHost, openHost } from './host/connect.ts';
import { createCookieJar } from './host/cookieJar.ts';
import { createFrameApi, type HostEvent } from './host/hostEvent.ts';
import { hasOwnParameters } from './host/ownParameters.ts';
import type { PageConfig } from './host/pageConfig.ts';
import type { QueryParameters } from './host/queryParameters.ts';
import type { RemoteHost } from './host/remoteHost.ts';
import { reportFailedCalls } from './insight/analytics/reportCalls.ts';
import { createCallBackend } from './platform/backend/call.ts';
import { loadDeployment } from './platform/backend/loadDeployment.ts';
import type { CallBackend } from './platform/backend/plan.ts';
import { browserClock, type Clock } from './platform/clock.ts';
import { createError } from './platform/errors.ts';
import { createId } from './platform/ids.ts';
import { createLazy } from './platform/lazy.ts';
import { createLifetime, type Lifetime } from './platform/lifetime.ts';
import { createLog, type Log } from './platform/log.ts';
import { readPaneState, savePaneState } from './platform/reopen.ts';
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

/** Retries a failed download once. After a second failure the widget does not start, and the page keeps its links. */
function retryOnce<Module>(download: () => Promise<Module>): Promise<Module> {
  const { get } = createLazy({ download, create: (module) => module });
  return get().catch(get);
}

/** Calls to the services. The deployment is read at each call, because dev mode replaces it. */
function createCalls(request: typeof fetch, clock: Clock, readDeployment: () => FirstDeployment): CallBackend {
  return createCallBackend({
    fetch: request,
    clock,
    authorize(setting) {
      const { authorizationKey } = readDeployment();
      if (authorizationKey === undefined) return undefined;
      return `Key ${authorizationKey};setting=${setting ?? 0};id=${createId()};time=${clock.now()}`;
    },
  });
}

type PageEvent = Extract<HostEvent, { type: 'page' }>;
type CoreTask = (core: RunningCore) => void;

interface PagePorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly tellCore: (task: CoreTask) => void;
}

/** Opens the bridge. Returns the page's methods, and the first reading of the page. */
function receivePage(port: MessagePort, ports: PagePorts): readonly [RemoteHost, Promise<PageEvent>] {
  let onPage = (_event: PageEvent): void => {};
  const firstPage = new Promise<PageEvent>((resolve) => {
    onPage = resolve;
  });
  const cookies = createCookieJar(ports.clock);
  const frameApi = createFrameApi({
    log: ports.log,
    onCookies: cookies.seen,
    onEvent(event) {
      if (event.type === 'page') onPage(event);
      ports.tellCore(({ handle }) => handle(event));
    },
  });
  return [openHost(port, frameApi, { ...ports, cookies }), firstPage];
}

/** The parameters of the page's address that are the widget's. */
async function readQuery(url: string, deployment: FirstDeployment, log: Log): Promise<QueryParameters> {
  if (!hasOwnParameters(url)) return { consent: {} };
  const { readAddress } = await retryOnce(() => import('./compose/readAddress.ts'));
  return readAddress(url, deployment, log);
}

/** The page's config object. */
async function readConfig({ url, config }: PageFacts, deployment: FirstDeployment): Promise<PageConfig | undefined> {
  if (config === undefined || config === null) return undefined;
  const { parsePageConfig } = await retryOnce(() => import('./host/pageConfig.ts'));
  return parsePageConfig(config, { url, nonSalesHosts: deployment.nonSalesHosts });
}

/** Saves the pane's state for the next document of this page, now and after every change. */
function followPane({ clock, pane }: RunningCore['core'], timeOrigin: number): void {
  const save = (): void => {
    const state = pane.state.isPaneHidden ? 'hidden' : 'shown';
    // A released document is about to be unloaded: its last state stays.
    if (!['released', state].includes(readPaneState(history, timeOrigin) as string))
      savePaneState(history, { page: timeOrigin, pane: state });
  };
  save();
  pane.watch(() => {
    if (pane.state.isPaneHidden) save();
    // In a separate task, after the pane's first render: writing the history takes as long as that render.
    else clock.after(0, save);
  });
}

/** The core's entry: handshake, host check, off switch, compose, start. React is downloaded later, on intent. */
async function startWidget(): Promise<void> {
  const clock = browserClock;
  let isVerbose = false;
  const log = createLog(() => isVerbose);
  const lifetime = createLifetime((error) => log.warn('A part of the widget could not be removed.', error));
  // The loader hides the frame at the hello, and a hidden frame loses the focus.
  const hadFocus = document.hasFocus();

  try {
    const greeted = greetHost(window, lifetime);
    greeted.catch(() => {}); // The `await` below reports the failure.
    const request = fetch.bind(window);
    const file = await retryOnce(() => loadDeployment(request, clock));
    /** Checks a file that was changed after the build, or that dev mode changes. The build has checked its own. */
    const check = async (isDev?: boolean): Promise<FirstDeployment> =>
      (await retryOnce(() => import('./deployment/checkDeployment.ts'))).checkDeployment(file, log, isDev);
    let deployment = (checkedFields(file) as FirstDeployment | undefined) ?? (await check());
    let running: RunningCore | undefined;
    // The page's events, and failed calls, from before the core is composed. It gets them in order afterwards.
    const queuedTasks: CoreTask[] = [];
    const tellCore = (task: CoreTask): void => {
      if (running) task(running);
      else queuedTasks.push(task);
    };
    const uncountedCall = createCalls(request, clock, () => deployment);
    const call = reportFailedCalls(uncountedCall, (detail) => tellCore(({ callFailed }) => callFailed(detail)));
    // Read now: the first access is slow, and the frame is waiting for the page's answer anyway.
    const stored = storedEntries(window);
    const { port, origin } = await greeted;
    if (!isAllowedHost(origin, deployment.allowedHosts)) {
      port.close();
      throw createError('HOST_NOT_ALLOWED', `${origin} may not embed this widget: see allowedHosts in config.json`);
    }

    const [host, firstPage] = receivePage(port, { clock, log, lifetime, tellCore });
    if (deployment.off) {
      await (await retryOnce(() => import('./shell/switchOff.ts'))).switchOff(host, window);
      return;
    }
    const { facts, viewport } = await firstPage;
    const query = await readQuery(facts.url, deployment, log);
    isVerbose = query.debug === true || query.dev === true;
    if (query.dev === true) deployment = await check(true);
    const pageConfig = await readConfig(facts, deployment);

    const { timeOrigin } = facts;
    const paneBefore = readPaneState(history, timeOrigin);
    running = composeCore({
      host,
      deployment,
      call,
      uncountedCall,
      clock,
      log,
      lifetime,
      page: facts,
      query,
      pageConfig,
      viewport,
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
    for (const task of queuedTasks) task(running);
    // The previous document showed the pane, and could not dispatch the event when it was unloaded.
    if (paneBefore === 'shown') await host.emit(hostEvents.paneHidden);
    if (paneBefore && paneBefore !== 'hidden') core.pane.show({ takesFocus: paneBefore === 'released' || hadFocus });
    // From here on, `released` is this document's own state: the visitor may press Try again before the start is over.
    if (paneBefore === 'released') savePaneState(history, { page: timeOrigin, pane: 'shown' });
    // After a reload of the frame, the ready events are not dispatched again.
    await running.start(() => followPane(core, timeOrigin));
  } catch (error) {
    if (!lifetime.ended) log.error('The widget could not start.', error);
    lifetime.end();
    // The document stays for 1 s, so that developer tools can show the error.
    clock.after(1_000, () => giveUp(window));
  }
}

void startWidget();
