// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { paneOf, releases, wordsIn } from '../../support/renderScheduler.ts';
import { bookedForm, buildSlot, buildSource, offeredDays } from '../../support/schedulerFixtures.ts';
import { classifyingDeployment } from '../../support/schedulerStore.ts';
import { setUpSchedulers } from '../../support/schedulers.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const roots: { unmount(): void }[] = [];
/** Reports the visible share of the observed element. */
type Notify = (entries: unknown[]) => void;
const observers = new Set<Notify>();
/** Tells every observer how much is visible. */
function see(intersectionRatio: number, height = 0, whole = 0): void {
  for (const notify of observers)
    notify([{ intersectionRatio, intersectionRect: { height }, boundingClientRect: { height: whole } }]);
}

beforeEach(() => {
  document.hasFocus = () => true;
  globalThis.IntersectionObserver = class {
    constructor(readonly notify: Notify) {
      observers.add(notify);
    }
    observe() {}
    disconnect() {
      observers.delete(this.notify);
    }
  } as unknown as typeof IntersectionObserver;
});

afterEach(() =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount();
    document.body.replaceChildren();
  }),
);

/** A mounted pane that renders again by itself, as in the product. */
async function mount(options: Parameters<typeof setUpSchedulers>[0] = {}) {
  const all = setUpSchedulers(options);
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  roots.push(root);
  await act(async () => root.render(paneOf(all.schedulers, options)));
  const words = (): string => wordsIn(box.innerHTML);
  const settle = () => act(() => all.clock.advance(0));
  const inputs = (name: string) => [...box.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  const button = (name: string) => [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return { ...all, box, words, settle, inputs, button };
}

async function opened(options: Parameters<typeof setUpSchedulers>[0] = {}) {
  const all = await mount(options);
  await act(() => all.schedulers.open());
  await all.settle();
  const store = all.schedulers.state.current;
  if (!store) throw new Error('no scheduler opened');
  return { ...all, store, state: store.state };
}

const lookup = '/v2/availability/lookup/';

it.each([
  [true, 'instant'],
  [false, 'smooth'],
] as const)('[SH-160] scrolls to an opened section; reduced motion %s: %s', async (matches, behavior) => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) => ({ media, matches }) as MediaQueryList);
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const { store } = await opened();
  await act(async () => store.openSection('CALENDAR'));
  await vi.waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'start', behavior }));
  vi.restoreAllMocks();
});

describe('rendered state', () => {
  it('[SC-069] checks the pressed one of two slots that start together', async () => {
    const all = await opened();
    const slots = ['10:30', '11:00'].map((end) => buildSlot('2026-11-23T10:00:00-05:00', `2026-11-23T${end}:00-05:00`));
    all.backend.on(lookup, () => [{ date: '', slots }]);
    await act(async () => all.store.openSection('CALENDAR'));
    await all.settle();
    const checked = () => all.inputs('scheduler-slot').map((input) => input.checked);
    await act(async () => all.inputs('scheduler-slot')[0]?.click());
    expect(checked()).toEqual([true, false]);
    await act(async () => all.inputs('scheduler-slot')[1]?.click());
    expect(all.state.form.selectedTimeEnd).toBe('2026-11-23T11:00:00-05:00');
    expect(checked()).toEqual([false, true]);
  });

  it('[SC-071] removes a chosen time that a late answer no longer offers, and says so', async () => {
    const all = await opened();
    let answer = (_days: unknown): void => {};
    all.backend.on(lookup, () => new Promise((resolve) => (answer = resolve)));
    await act(async () => all.store.openSection('CALENDAR'));
    await all.settle();
    await act(async () => all.inputs('scheduler-slot')[0]?.click());
    await act(async () => all.store.openSection('CONTACT_INFO'));
    expect(all.words()).toContain('Your time: Monday, November 23, 2026 · 10:00 AM – 10:30 AM · Eastern Time (GMT-5)');
    await act(async () => answer(offeredDays.slice(1)));
    await all.settle();
    expect(all.state.form.selectedTime).toBe('');
    expect(all.words()).not.toContain('10:00 AM – 10:30 AM');
    expect(all.words()).toContain('The time you chose is no longer available');
  });

  it('[SC-089] removes the notice’s error once the notice was visible', async () => {
    const all = await opened();
    await act(async () => {
      Object.assign(all.state.form, bookedForm, { privacyViewed: false });
      all.store.openSection('CONTACT_INFO');
    });
    await act(() => all.store.submit());
    expect(all.words()).toContain('Read the privacy notice before you book.');
    await act(async () => see(0.6));
    expect(all.state.form.privacyViewed).toBe(true);
    expect(all.words()).not.toContain('Read the privacy notice before you book.');
  });

  it('[SC-079][SC-110] shows an appointment’s state that the list lacks', async () => {
    const all = await opened();
    await act(() => all.store.find('NW-1'));
    await act(async () => {
      all.store.bookedCall()?.edit();
      all.state.form.subregion = 'Bavaria';
      all.store.openSection('CONTACT_INFO');
    });
    const list = (): string | null | undefined =>
      all.box.querySelector('[aria-label^="State or province"]')?.getAttribute('aria-label');
    expect(list()).toBe('State or province: Bavaria');
    await act(async () => all.store.chooseSubregion('Texas'));
    expect(list()).toBe('State or province: Texas');
  });

  it('[SC-092] counts a notice as viewed at half a window only if it is taller than two windows', async () => {
    const all = await opened();
    await act(async () => all.store.openSection('CONTACT_INFO'));
    await act(async () => see(0.3, window.innerHeight / 2 - 1, 3 * window.innerHeight));
    expect(all.state.privacyViewed).toBe(false);
    await act(async () => see(0.3, window.innerHeight / 2, 1.5 * window.innerHeight));
    expect(all.state.privacyViewed).toBe(false);
    await act(async () => see(0.3, window.innerHeight / 2, 3 * window.innerHeight));
    expect(all.state.privacyViewed).toBe(true);
  });

  it('[SC-071] moves to an offered month if the shown one is no longer offered', async () => {
    const all = await opened();
    const later = { date: '', slots: [buildSlot('2027-01-11T10:00:00-05:00', '2027-01-11T10:30:00-05:00')] };
    all.backend.on(lookup, () => [...offeredDays, later]);
    await act(async () => all.store.openSection('CALENDAR'));
    await all.settle();
    const days = () => all.box.querySelectorAll('[role=grid] button').length;
    // December has no slots. The calendar shows it, but the slots stay those of the chosen day.
    await act(async () => all.box.querySelector<HTMLElement>('[aria-label="Next month"]')?.click());
    expect(all.words()).toContain('December 2026');
    all.backend.on(lookup, () => offeredDays);
    await act(() => all.store.times.lookup());
    await all.settle();
    expect(all.words()).toContain('November 2026');
    expect(days()).toBeGreaterThan(0);
  });
});

describe('an appointment’s actions', () => {
  it('[SC-118] a press that may be unintended deletes no appointment, and a deliberate one does', async () => {
    const all = await opened({ deployment: { ...classifyingDeployment, cancelOrder: 'on-choose' } });
    all.backend.on('/v2/appointments/NW-1', () => ({ result: 'SUCCESS' }));
    await act(() => all.store.find('NW-1'));
    const press = (detail: number) =>
      act(async () => {
        all.button('Cancel call')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
      });
    await press(1);
    expect(all.words()).toContain('Please press it again.');
    expect(all.state.displayedScreen).toBe('DETAILS');
    // By the keyboard.
    await press(0);
    expect(all.state.displayedScreen).toBe('CANCELLATION_SURVEY');
  });

  it('[SC-114] keeps the calendar file until the browser has read it', async () => {
    const all = await opened();
    await act(() => all.store.find('NW-1'));
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const before = releases.length;
    await act(async () => all.button('Add to calendar')?.click());
    expect(revoke).not.toHaveBeenCalled();
    expect(releases).toHaveLength(before + 1);
    releases.pop()?.();
    expect(revoke).toHaveBeenCalledOnce();
  });
});

describe('focus', () => {
  it('[SC-159][SC-090] does not return to a previously requested field when it or another one opens again', async () => {
    const all = await opened();
    await act(() => all.store.submit());
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    await act(async () => all.schedulers.hide());
    for (const resource of ['', 'theo']) {
      await act(() => all.schedulers.open({ resource }));
      expect(document.activeElement?.hasAttribute('data-screen-heading')).toBe(true);
      await act(async () => (document.activeElement as HTMLElement).blur());
    }
  });

  it('[SC-090] moves to the same field each time it is requested', async () => {
    const all = await opened();
    for (const _ of [1, 2]) {
      await act(() => all.store.submit());
      expect(document.activeElement?.tagName).toBe('TEXTAREA');
      await act(async () => (document.activeElement as HTMLElement).blur());
    }
  });

  it('[SC-159] stays on the host page when a section opens while the visitor is there', async () => {
    const all = await opened();
    await act(async () => (document.activeElement as HTMLElement).blur());
    document.hasFocus = () => false;
    await act(async () => all.store.openSection('CALENDAR'));
    await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
    expect(document.activeElement).toBe(document.body);
  });

  it('[A11Y-10] stays on the host page when an answer asks for a field, a topic or a number while the visitor is there', async () => {
    const all = await opened({ deployment: classifyingDeployment });
    await act(async () => (document.activeElement as HTMLElement).blur());
    document.hasFocus = () => false;
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    await act(() => all.store.submit());
    expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
    scroll.mockRestore();
    expect.soft(document.activeElement).toBe(document.body);
    all.state.cognitiveClassification = { label: 'Pricing', text: 'Prices' };
    await act(async () => all.store.openSection('COGNITIVE'));
    await act(async () => all.store.topic.answer(false));
    await vi.waitFor(() => expect(all.words()).toContain('Which topic fits best?'));
    expect.soft(document.activeElement).toBe(document.body);
    await act(async () => all.button('Already booked?')?.click());
    await vi.waitFor(() => expect(all.inputs('confirmationNumber')).toHaveLength(1));
    expect(document.activeElement).toBe(all.button('Already booked?'));
  });

  it('[SC-160] stays on the calendar’s next button, also at the last month', async () => {
    const all = await opened();
    const later = { date: '', slots: [buildSlot('2026-12-14T10:00:00-05:00', '2026-12-14T10:30:00-05:00')] };
    all.backend.on(lookup, () => [...offeredDays, later]);
    await act(async () => all.store.openSection('CALENDAR'));
    await all.settle();
    const next = all.box.querySelector<HTMLButtonElement>('[aria-label="Next month"]');
    await act(async () => next?.focus());
    await act(async () => next?.click());
    expect(all.words()).toContain('December 2026');
    expect(next?.disabled).toBe(false);
    expect(next?.getAttribute('aria-disabled')).toBe('true');
    await act(async () => next?.click());
    expect(all.words()).toContain('December 2026');
  });

  it('[SC-160][SC-144] stays in place when the alert that contains it is dismissed', async () => {
    const all = await opened();
    await act(async () => {
      all.store.openSection('CONTACT_INFO');
      all.store.dispatch({ type: 'ERROR', payload: { code: 'SCH07' } });
    });
    await act(async () => all.button('Dismiss')?.focus());
    await act(async () => all.button('Dismiss')?.click());
    expect(all.state.errorCode).toBe('');
    const stops = [...all.box.querySelectorAll('button, input, [tabindex]')];
    const next = stops[stops.findIndex((stop) => document.activeElement?.isSameNode(stop)) + 1];
    expect(next).toBe(all.box.querySelector('button[type=submit]'));
  });

  it('[SC-160][SC-072] stays in place when a lookup is tried again', async () => {
    const all = await opened();
    all.backend.on(lookup, () => refuse(500));
    await act(async () => all.store.openSection('CALENDAR'));
    await all.settle();
    await act(async () => all.button('Try again')?.focus());
    all.backend.on(lookup, () => offeredDays);
    await act(async () => all.button('Try again')?.click());
    await all.settle();
    expect(all.button('Try again')).toBeUndefined();
    expect(all.box.contains(document.activeElement)).toBe(true);
  });

  it('[SC-160][SC-126] moves to Try again if only the survey of a cancellation failed', async () => {
    const all = await opened();
    all.backend.on('/v2/appointments/NW-1', () => ({ result: 'SUCCESS' }));
    all.backend.on('/v2/appointments/cancel/survey/', () => refuse(500));
    await act(() => all.store.find('NW-1'));
    await act(() => all.store.bookedCall()?.chooseCancel());
    await act(async () => all.store.bookedCall()?.setReason('Other'));
    const send = all.box.querySelector<HTMLElement>('button[type=submit]');
    await act(async () => send?.focus());
    await act(async () => send?.click());
    await act(() => all.clock.advance(2_000));
    expect(all.words()).toContain('we could not save your feedback');
    expect(document.activeElement?.textContent).toBe('Try again');
  });

  it('[SC-159] stays in the survey’s comment when the form’s information arrives late', async () => {
    let answer = (_source: ReturnType<typeof buildSource>): void => {};
    const all = await mount({ find: () => new Promise((resolve) => (answer = resolve)) });
    await act(async () => void all.schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'NW-1' })));
    await all.settle();
    await act(async () => all.schedulers.state.current?.bookedCall()?.chooseCancel());
    const comment = all.box.querySelector('textarea');
    await act(async () => comment?.focus());
    expect(document.activeElement).toBe(comment);
    await act(async () => answer(buildSource()));
    await all.settle();
    expect(all.schedulers.state.current?.state.info).toBe('ready');
    expect(comment?.isConnected).toBe(true);
    expect(document.activeElement).toBe(comment);
  });

  it('[SC-160][SC-049] stays on Continue while the question is classified', async () => {
    const all = await opened({ deployment: classifyingDeployment });
    all.backend.on('/v2/message', () => new Promise(() => {}));
    await act(async () => all.store.type('question', 'How do we move?'));
    const press = () => all.button('Continue');
    // A region that is added with its text is not announced.
    const regions = all.box.querySelectorAll('[role=status]');
    await act(async () => press()?.focus());
    await act(async () => press()?.click());
    expect(all.words()).toContain('Looking for a matching topic');
    expect([...regions].map((region) => region.textContent)).toContain('Looking for a matching topic…');
    expect(document.activeElement).toBe(press());
    await act(async () => press()?.click());
    expect(all.state.displayedAccordian).toBe('QUESTION');
  });
});

describe('status and times', () => {
  const said = (box: Element) => [...box.querySelectorAll('[role=status]')].flatMap((one) => one.textContent || []);

  it('[SC-030] shows that information loads while the form of the previous place is visible', async () => {
    const all = await opened();
    await act(async () => {
      all.state.isInfoFetching = true;
    });
    expect(all.words()).toContain('Your question');
    expect(said(all.box)).toEqual(['Loading']);
    await act(async () => {
      all.state.isInfoFetching = false;
    });
    expect(said(all.box)).toEqual([]);
  });

  it.each(['FORM', 'DETAILS', 'CANCELLATION_SURVEY', 'CONFIRMATION_CANCEL'] as const)(
    '[F-SC34][SC-030] shows on %s that info, availability or a submission is pending, once',
    async (screen) => {
      const all = await opened();
      const line = all.box.querySelector('[role=status]');
      await act(async () => void all.schedulers.state.current?.find('NW-1'));
      await all.settle();
      for (const flag of ['isInfoFetching', 'isAvailabilityPending', 'isSubmitting'] as const) {
        await act(async () => Object.assign(all.state, { displayedScreen: screen, [flag]: true }));
        expect(line?.textContent, flag).toBe('Loading');
        expect(said(all.box), flag).toEqual(['Loading']);
        await act(async () => Object.assign(all.state, { [flag]: false }));
        expect(said(all.box), flag).toEqual([]);
      }
    },
  );

  it('[SC-114][SC-136] shows an appointment’s time if the form’s information could not be loaded', async () => {
    const all = await mount({ find: async () => refuse(500) });
    await act(() => all.schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'NW-1' })));
    await all.settle();
    expect(all.words()).toContain('Monday, November 23, 2026 10:00 AM – 10:30 AM Eastern Time');
  });

  it('[SC-114][SC-136] shows an appointment’s time before the form’s information is loaded', async () => {
    const all = await mount({ find: () => new Promise(() => {}) });
    void all.schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'NW-1' }));
    await all.settle();
    await all.settle();
    expect(all.words()).toContain('Your call is booked');
    expect(all.words()).toContain('10:00 AM – 10:30 AM Eastern Time');
  });

  it('[SC-030][SC-031] shows the loading status after Try again', async () => {
    let isDown = true;
    const all = await opened({ find: () => (isDown ? refuse(500) : new Promise(() => {})) });
    expect(all.words()).toContain('We could not load the booking form.');
    isDown = false;
    await act(async () => void all.schedulers.retry());
    expect(all.words()).not.toContain('We could not load the booking form.');
    expect(said(all.box)).toEqual(['Loading']);
  });
});
