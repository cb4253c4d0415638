import { proxy, ref } from 'valtio/vanilla';
import { describe, expect, it, vi } from 'vitest';
import { composeSchedulerDoor } from '../../../frame/compose/schedulerDoor.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const download = vi.hoisted(() => ({ result: new Promise<object>(() => {}) }));
vi.mock('../../../frame/compose/scheduler.ts', () => ({ composeScheduler: () => download.result }));

/** A page without chat that names Ann. The scheduler has not been downloaded. */
function setUp(query = {}, { deployment = { scheduler: {} }, entries = undefined as object[] | undefined } = {}) {
  const shell = {
    state: proxy({ takesFocus: true, scheduler: { isDisplayed: false, isLanding: false } }),
    show: vi.fn(),
    hide: vi.fn(),
    showMenu: vi.fn(),
    openUrl: vi.fn(async () => true),
    schedulerChanged: (scheduler: { isDisplayed: boolean; isLanding: boolean }) => {
      shell.state.scheduler = scheduler;
    },
  };
  const left: (() => void)[] = [];
  const visitorWatch = { onLeft: (listener: () => void) => left.push(listener) };
  const page = proxy({ obstacles: ref<{ kind: string }[]>([]) });
  const core = {
    ...{ page, self: { document: { hasFocus: () => true } } },
    ...{ clock: createFakeClock(), log: createFakeLog(), lifetime: createLifetime(), query },
    ...{ settings: { switchedOff: [] }, deployment },
  };
  const parts = {
    shell,
    visitorWatch,
    information: () => entries && { bundle: { schedulingInformation: entries } },
    widget: () => ({}),
  };
  const door = composeSchedulerDoor(...([core, parts] as unknown as Parameters<typeof composeSchedulerDoor>));
  const schedulers = {
    open: vi.fn(async () => {}),
    applyQuery: vi.fn(async () => {}),
    leaveLanding: vi.fn(),
    visitorLeft: vi.fn(),
  };
  let finish = (_schedulers: object): void => {};
  download.result = new Promise((resolve) => {
    finish = resolve;
  });
  const finishDownload = async (): Promise<void> => {
    finish(schedulers);
    await door.store.get();
  };
  const setPlace = (isThere: boolean): void => {
    page.obstacles = ref(isThere ? [{ kind: 'landing' }, { kind: 'fixed' }] : [{ kind: 'fixed' }]);
  };
  const visitorLeaves = (): void => {
    for (const listener of left) listener();
  };
  return { door, shell, visitorLeaves, schedulers, setPlace, finishDownload };
}

describe('a visitor who is replaced during the download', () => {
  const closed = { isDisplayed: false, isLanding: false };

  it.each([
    ['is on the page', {}],
    ['is on a landing page', { schedulerLanding: true }],
  ])('[CH-014][F-SE1] gets no scheduler that %s, and the next one sees the menu', async (_, query) => {
    const { door, shell, visitorLeaves, schedulers, finishDownload } = setUp(query);
    door.openByAddress();
    if (!shell.state.scheduler.isDisplayed) door.open({});
    expect(shell.state.scheduler.isDisplayed).toBe(true);
    visitorLeaves();
    expect(shell.state.scheduler).toEqual(closed);
    await finishDownload();
    expect([schedulers.open, schedulers.applyQuery].map(({ mock }) => mock.calls)).toEqual([[], []]);
    expect(shell.state.scheduler).toEqual(closed);
  });

  it('[CH-014][F-SE1] after the download, all schedulers drop what was typed', async () => {
    const { door, visitorLeaves, schedulers, finishDownload } = setUp();
    door.open({});
    await finishDownload();
    expect(schedulers.open).toHaveBeenCalledOnce();
    visitorLeaves();
    expect(schedulers.visitorLeft).toHaveBeenCalledOnce();
  });
});

describe('a router that changes the landing page', () => {
  const landing = { isDisplayed: true, isLanding: true };
  const closed = { isDisplayed: false, isLanding: false };

  it('[SC-153] hides the scheduler with its element, before the frame is drawn, and shows it again with a new one', async () => {
    const { door, shell, schedulers, setPlace, finishDownload } = setUp({ schedulerLanding: true });
    door.openByAddress();
    await finishDownload();
    setPlace(true);
    expect(shell.state.scheduler).toEqual(landing);
    expect(schedulers.applyQuery).toHaveBeenCalledOnce();
    setPlace(false);
    expect(schedulers.leaveLanding).toHaveBeenCalledOnce();
    expect(shell.hide).toHaveBeenCalledExactlyOnceWith({ returnsFocus: true });
    shell.schedulerChanged(closed);
    setPlace(false);
    expect(shell.hide).toHaveBeenCalledOnce();
    setPlace(true);
    expect(shell.state.scheduler).toEqual(landing);
    expect(shell.show).toHaveBeenLastCalledWith({ takesFocus: false });
    expect(schedulers.applyQuery).toHaveBeenCalledTimes(2);
  });

  it('[SC-153][CH-014][F-SE1] opens nothing of the previous visitor when the element comes back', async () => {
    const { door, shell, visitorLeaves, schedulers, setPlace, finishDownload } = setUp({ schedulerLanding: true });
    door.openByAddress();
    await finishDownload();
    setPlace(true);
    setPlace(false);
    visitorLeaves();
    await vi.waitFor(() => expect(schedulers.visitorLeft).toHaveBeenCalledOnce());
    shell.schedulerChanged(closed);
    setPlace(true);
    expect(shell.state.scheduler).toEqual(closed);
    expect(schedulers.applyQuery).toHaveBeenCalledOnce();
  });

  it('[SC-153] does not open a scheduler that is still being downloaded when its element leaves', async () => {
    const { door, shell, schedulers, setPlace, finishDownload } = setUp({ schedulerLanding: true });
    setPlace(true);
    expect(shell.show).not.toHaveBeenCalled();
    door.openByAddress();
    setPlace(false);
    expect(shell.state.scheduler).toEqual(closed);
    await finishDownload();
    expect(schedulers.applyQuery).not.toHaveBeenCalled();
  });

  it.each([{}, { schedulerForm: true }])('[SC-153] leaves a scheduler in the pane alone: %o', async (query) => {
    const { door, shell, setPlace } = setUp(query);
    door.open({});
    setPlace(true);
    setPlace(false);
    expect(shell.state.scheduler).toEqual({ isDisplayed: true, isLanding: false });
    expect(shell.hide).not.toHaveBeenCalled();
  });
});

describe('an entry that books on another site', () => {
  const clientURL = 'https://b.example/x';
  const entries = [{ purpose: 'here' }, { purpose: 'away', clientURL }];

  it.each([
    ['menu entry', { purpose: 'away', config: { purpose: 'away', clientURL } }],
    ['link that names its purpose', { purpose: 'away' }],
    ['bot line that names its purpose only', { schedulerConfig: { purpose: 'away', clientURL: '' } }],
    ['bot line with its own address', { schedulerConfig: { clientURL } }],
  ])('[SC-007][F-SC31] opens in a tab by a %s, and the pane does not flash', (_, request) => {
    const { door, shell } = setUp({}, { entries });
    door.open(request);
    expect(shell.openUrl).toHaveBeenCalledExactlyOnceWith(clientURL, 'tab');
    expect(shell.show).not.toHaveBeenCalled();
  });

  it('[F-SC35] needs no scheduler service, and any other request shows the menu without one', () => {
    const { door, shell } = setUp({}, { entries, deployment: {} as { scheduler: object } });
    door.open({ purpose: 'away' });
    expect(shell.openUrl).toHaveBeenCalledExactlyOnceWith(clientURL, 'tab');
    door.open({ purpose: 'here' });
    expect(shell.showMenu).toHaveBeenCalledOnce();
    door.open({});
    expect(shell.openUrl, 'a link or an invitation without a purpose').toHaveBeenLastCalledWith(clientURL, 'tab');
    expect(shell.openUrl).toHaveBeenCalledTimes(2);
  });
});
