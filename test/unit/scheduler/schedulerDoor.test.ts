import { proxy } from 'valtio/vanilla';
import { describe, expect, it, vi } from 'vitest';
import { composeSchedulerDoor } from '../../../frame/compose/schedulerDoor.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';

const download = vi.hoisted(() => ({ result: new Promise<object>(() => {}) }));
vi.mock('../../../frame/compose/scheduler.ts', () => ({ composeScheduler: () => download.result }));

/** A page without chat that names Ann. The scheduler has not been downloaded. */
function setUp(query = {}) {
  const shell = {
    state: proxy({ takesFocus: true, openedBy: undefined, scheduler: { isDisplayed: false, isLanding: false } }),
    show: vi.fn(),
    schedulerChanged: (scheduler: { isDisplayed: boolean; isLanding: boolean }) => {
      shell.state.scheduler = scheduler;
    },
  };
  const visitor = { state: proxy({ info: { userId: 'ann' } }) };
  const core = {
    ...{ clock: createFakeClock(), log: createFakeLog(), lifetime: createLifetime(), visitor, query },
    ...{ settings: { switchedOff: [] }, deployment: { scheduler: {} } },
  };
  const browser = createFakeBrowser();
  const parts = { shell, storage: createFakeStorage(browser), information: () => undefined, widget: () => ({}) };
  const door = composeSchedulerDoor(...([core, parts] as unknown as Parameters<typeof composeSchedulerDoor>));
  const schedulers = { open: vi.fn(async () => {}), applyQuery: vi.fn(async () => {}), visitorLeft: vi.fn() };
  let finish = (_schedulers: object): void => {};
  download.result = new Promise((resolve) => {
    finish = resolve;
  });
  const finishDownload = async (): Promise<void> => {
    finish(schedulers);
    await door.store.get();
  };
  return { door, shell, visitor, schedulers, finishDownload, otherTab: createFakeStorage(browser) };
}

describe('a visitor who is replaced during the download', () => {
  const bob = { userId: 'bob' };
  const closed = { isDisplayed: false, isLanding: false };

  it.each([
    ['is on the page', {}],
    ['is on a landing page', { schedulerLanding: true }],
  ])('[CH-014][F-SE1] gets no scheduler that %s, and the next one sees the menu', async (_, query) => {
    const { door, shell, visitor, schedulers, finishDownload } = setUp(query);
    door.openByAddress();
    if (!shell.state.scheduler.isDisplayed) door.open({});
    expect(shell.state.scheduler.isDisplayed).toBe(true);
    visitor.state.info = bob;
    await vi.waitFor(() => expect(shell.state.scheduler).toEqual(closed));
    await finishDownload();
    expect([schedulers.open, schedulers.applyQuery].map(({ mock }) => mock.calls)).toEqual([[], []]);
    expect(shell.state.scheduler).toEqual(closed);
  });

  it('[CH-014][F-SE1] leaves no scheduler that loads forever, also when the chat notices it', async () => {
    const { door, shell, schedulers, finishDownload } = setUp();
    door.open({});
    door.visitorLeft();
    expect(shell.state.scheduler).toEqual(closed);
    await finishDownload();
    expect(schedulers.open).not.toHaveBeenCalled();
  });

  it('[CH-014][F-SE1] after the download, all schedulers drop what was typed', async () => {
    const { door, visitor, schedulers, finishDownload } = setUp();
    door.open({});
    await finishDownload();
    expect(schedulers.open).toHaveBeenCalledOnce();
    visitor.state.info = bob;
    await vi.waitFor(() => expect(schedulers.visitorLeft).toHaveBeenCalledOnce());
  });
});

it('[F-AD16][F-SE1] a deletion of the data in another tab drops what was typed, also without chat', async () => {
  const { door, schedulers, finishDownload, otherTab } = setUp();
  door.open({});
  await finishDownload();
  otherTab.write('cm-consent', 'something else');
  expect(schedulers.visitorLeft).not.toHaveBeenCalled();
  otherTab.write('cm-deleted', 'deletion-1');
  expect(schedulers.visitorLeft).toHaveBeenCalledOnce();
});
