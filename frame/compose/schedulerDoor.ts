import { subscribe } from 'valtio/vanilla';
import type { ContactInformation } from '../contact/bundle.ts';
import { schedulingEntry } from '../contact/schedulingEntry.ts';
import { createLazy } from '../platform/lazy.ts';
import { layOver, purposeOfLine } from '../scheduler/botLine.ts';
import { clientUrlOf } from '../scheduler/clientUrl.ts';
import type { SchedulerRequest } from '../scheduler/ports.ts';
import { toSchedulerQuery } from '../scheduler/schedulerQuery.ts';
import type { SchedulersStore } from '../scheduler/schedulersStore.ts';
import type { ShellStore } from '../shell/store.ts';
import type { VisitorWatch } from '../visitor/visitorWatch.ts';
import type { Core, SchedulerDoor, Widget } from '../widget.ts';

interface SchedulerParts {
  readonly shell: ShellStore;
  readonly information: () => ContactInformation | undefined;
  readonly visitorWatch: Pick<VisitorWatch, 'onLeft'>;
  readonly widget: () => Widget;
}

/** The resident part of the scheduler; `scheduler.ts` wires the rest when the first scheduler opens. */
export function composeSchedulerDoor(
  core: Core,
  { shell, information, visitorWatch, widget }: SchedulerParts,
): SchedulerDoor {
  const { clock, log, lifetime, settings, deployment, query, page, self } = core;
  const isSwitchedOff = settings.switchedOff.includes('scheduler');
  const isOff = isSwitchedOff || deployment.scheduler === undefined;
  const schedulerQuery = toSchedulerQuery(query);
  /** What to do when the download has finished, also after a retry. */
  let pending: ((loaded: SchedulersStore) => Promise<void>) | undefined;

  const store = createLazy({
    clock,
    lifetime,
    download: () => import('./scheduler.ts'),
    create: ({ composeScheduler }) => composeScheduler(widget()),
    onReady() {
      if (pending) run(pending);
      pending = undefined;
    },
    onFailure(error) {
      log.error('The scheduler could not be loaded.', error);
      // A pane that shows the scheduler shows the failure and a retry button (SH-169). If the pane is not open yet, open it
      // for that.
      if (!pending || shell.state.scheduler.isDisplayed) return;
      shell.show({ takesFocus: shell.state.takesFocus });
      shell.schedulerChanged({ ...shell.state.scheduler, isDisplayed: true });
    },
  });

  function run(task: (loaded: SchedulersStore) => Promise<void>): void {
    const loaded = store.peek();
    if (loaded) task(loaded).catch((error) => log.error('The scheduler did not open.', error));
    else {
      pending = task;
      store.prefetch();
    }
  }

  /** Also closes a scheduler that is still being downloaded, which would stay empty without its task. */
  function close(action: 'hide' | 'leaveLanding' | 'visitorLeft'): void {
    const loaded = store.peek();
    pending = undefined;
    if (loaded) loaded[action]();
    else shell.schedulerChanged({ isDisplayed: false, isLanding: false });
  }

  /** Whether a router of the page has removed the element for the scheduler; undefined before there was one (SC-153). */
  let isPlaceGone: boolean | undefined;

  visitorWatch.onLeft(() => {
    // The element's return must not open the previous visitor's call.
    isPlaceGone = undefined;
    close('visitorLeft');
  });

  function followPlace(): void {
    if (page.obstacles.some(({ kind }) => kind === 'landing')) {
      if (isPlaceGone) openByAddress();
      isPlaceGone = false;
    } else if (isPlaceGone === false && shell.state.scheduler.isLanding) {
      isPlaceGone = true;
      close('leaveLanding');
      shell.hide({ returnsFocus: self.document.hasFocus() });
    }
  }
  followPlace();
  // Synchronously, because the next drawing would cover the page.
  lifetime.add(subscribe(page, followPlace, true));

  function openByAddress(): void {
    if (schedulerQuery.screen === undefined || isOff) return;
    shell.show({ takesFocus: false });
    shell.schedulerChanged({ isDisplayed: true, isLanding: schedulerQuery.isLanding });
    run((loaded) => loaded.applyQuery(schedulerQuery));
  }

  /** The entry of a request, if the page's contact lookup has answered with it. A bot line's fields are laid over it (SC-005). */
  function entryOf(request: SchedulerRequest): unknown {
    const { focusArea, resource, purpose = purposeOfLine(request), config, schedulerConfig } = request;
    const bundle = focusArea || resource ? undefined : information()?.bundle;
    return layOver(config ?? (bundle && schedulingEntry(bundle, purpose, clock.now(), !isOff)), schedulerConfig);
  }

  return {
    schedulerQuery,
    store,
    open(request, byLink) {
      // Decided once, before anything is shown: the pane would open and close again at once (SC-007).
      const href = isSwitchedOff ? undefined : clientUrlOf(entryOf(request));
      if (href !== undefined) {
        void shell.openUrl(href, 'tab');
        return;
      }
      shell.show({ takesFocus: true, byLink });
      if (isOff) {
        shell.showMenu();
        return;
      }
      shell.schedulerChanged({ isDisplayed: true, isLanding: false });
      run((loaded) => loaded.open(request));
    },
    openByAddress,
    leave: () => close('hide'),
    localeChanged: (locale) =>
      void store.peek()?.setup({ focusArea: settings.focusArea, variation: settings.variation, ...locale }),
  };
}
