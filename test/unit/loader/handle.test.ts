// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ContactWidgetHandle, createHandle } from '../../../loader/package/handle.ts';

/** The widget that the page sees, without its frame: the test dispatches the frame's events. */
let widget: ContactWidgetHandle;
let script: HTMLScriptElement;
let posted: string[] = [];

beforeEach(() => {
  const host = Object.assign(document.createElement('div'), { id: 'contact-widget' });
  host.attachShadow({ mode: 'open' });
  document.documentElement.append(host);
  posted = [];
  vi.spyOn(window, 'postMessage').mockImplementation(({ type }) => posted.push(type));
  script = document.createElement('script');
  widget = createHandle({ script, options: { focusArea: 'cloud' }, onEnd: () => {} });
});

afterEach(() => {
  document.querySelector('#contact-widget')?.remove();
});

const dispatch = (name: string, detail?: object): boolean =>
  document.dispatchEvent(new CustomEvent(name, { detail: detail ?? null }));

/** The messages that the page has sent to the loader by the end of this task. */
async function messages(): Promise<readonly string[]> {
  await Promise.resolve();
  return posted;
}

/** The loader and the package receive the last message. The loader replaces the frame. */
function deliver(): void {
  window.dispatchEvent(new MessageEvent('message', { source: window, data: { type: posted.at(-1) } }));
}

it('[F-AD5] starts the widget again for a change that comes during a restart', async () => {
  widget.update({ focusArea: 'data' });
  expect(await messages()).toEqual(['cm-update']);
  deliver();
  widget.update({ focusArea: 'ai' });
  expect(await messages()).toEqual(['cm-update', 'cm-update']);
  expect(script.dataset.focusArea).toBe('ai');
});

it('[F-AD5] starts the widget again once for all changes of a task, then opens the pane', async () => {
  widget.update({ focusArea: 'data' });
  widget.open();
  widget.update({ languageCode: 'de' });
  expect(await messages()).toEqual(['cm-update']);
  deliver();
  dispatch('cm-app-ready');
  expect(await messages()).toEqual(['cm-update', 'cm-open']);
});

it('[F-AD5][F-AD7] opens the pane of the new frame when the replaced one was still starting', async () => {
  widget.update({ focusArea: 'data' });
  widget.open();
  await messages();
  dispatch('cm-app-ready');
  dispatch('cm-pane-shown');
  dispatch('cm-unread', { count: 1 });
  expect(await messages()).toEqual(['cm-update']);
  deliver();
  expect([widget.state, widget.unread]).toEqual(['closed', 0]);
  dispatch('cm-app-ready');
  expect(await messages()).toEqual(['cm-update', 'cm-open']);
});

it('[F-AD5] does not start a destroyed widget again', async () => {
  widget.update({ focusArea: 'data' });
  void widget.destroy();
  expect(await messages()).toEqual(['cm-destroy']);
});

it('[F-AD5] leaves no user and no config on the page when it goes, but those that the page has set itself', async () => {
  widget.update({ user: { userId: 'ada' }, config: { signedIdentity: 'of ada' } });
  const own = { userId: 'bob' };
  window.contactWidgetUser = own;
  const gone = widget.destroy();
  document.querySelector('#contact-widget')?.remove();
  await gone;
  expect([window.contactWidgetUser, window.contactWidgetConfig]).toEqual([own, undefined]);
  delete window.contactWidgetUser;
});

it('[F-AD5] leaves the page the user that it has set itself and passed on', async () => {
  const own = { userId: 'bob' };
  window.contactWidgetUser = own;
  widget.update({ user: own });
  document.querySelector('#contact-widget')?.remove();
  await widget.destroy();
  expect(window.contactWidgetUser).toBe(own);
  delete window.contactWidgetUser;
});

it('[F-AD5] has neither an open pane nor unread messages after a restart', () => {
  dispatch('cm-pane-shown');
  dispatch('cm-unread', { count: 2 });
  expect([widget.state, widget.unread]).toEqual(['open', 2]);
  widget.update({ focusArea: 'data' });
  expect([widget.state, widget.unread]).toEqual(['closed', 0]);
});

it('[F-AD5] tells the page that an open pane and unread messages have gone with a restart', () => {
  const told: unknown[] = [];
  widget.on('cm-pane-hidden', (detail) => told.push(['hidden', detail]));
  widget.on('cm-unread', (detail) => told.push(detail));
  widget.update({ focusArea: 'data' });
  expect(told).toEqual([]);
  deliver();
  dispatch('cm-app-ready');
  dispatch('cm-pane-shown');
  dispatch('cm-unread', { count: 2 });
  told.length = 0;
  widget.update({ focusArea: 'ai' });
  widget.update({ focusArea: 'cloud' });
  expect(told).toEqual([['hidden', null], { count: 0 }]);
});

it.each(['cm-update', 'cm-refresh', { type: 'cm-update' }, { type: 'cm-refresh' }])(
  '[F-AD5][F-PG1] has neither an open pane nor unread messages after the page itself has sent %j',
  (data) => {
    const told: unknown[] = [];
    dispatch('cm-pane-shown');
    dispatch('cm-unread', { count: 2 });
    widget.on('cm-pane-hidden', () => told.push('hidden'));
    widget.on('cm-unread', (detail) => told.push(detail));
    for (const other of [null, undefined, 'cm-open', { type: 'cm-close' }, { type: null }, 7])
      window.dispatchEvent(new MessageEvent('message', { source: window, data: other }));
    expect([widget.state, widget.unread]).toEqual(['open', 2]);
    window.dispatchEvent(new MessageEvent('message', { source: window, data }));
    expect([widget.state, widget.unread]).toEqual(['closed', 0]);
    expect(told).toEqual(['hidden', { count: 0 }]);
    widget.open();
    expect(posted).toEqual([]);
    dispatch('cm-app-ready');
    expect(posted).toEqual(['cm-open']);
  },
);

it('[F-AD5] calls no listener that was stopped, and none after destroy', () => {
  const heard: string[] = [];
  const stop = widget.on('cm-pane-shown', () => heard.push('stopped'));
  widget.on('cm-pane-shown', () => heard.push('shown'));
  stop();
  dispatch('cm-pane-shown');
  void widget.destroy();
  dispatch('cm-pane-shown');
  dispatch('cm-pane-hidden');
  expect(heard).toEqual(['shown']);
  expect(widget.state).toBe('destroyed');
});

it('[F-AD23] says that there is no such event, and which one may be meant', () => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue();
  widget.on('cm-opened' as 'cm-pane-shown', () => {});
  widget.on('cm-unraed' as 'cm-unread', () => {});
  widget.on('cm-unread', () => {});
  expect(warning.mock.calls).toEqual([
    ['[contact-widget] There is no event "cm-opened".'],
    ['[contact-widget] There is no event "cm-unraed". Did you mean "cm-unread"?'],
  ]);
});

it('[F-AD23] says that a destroyed widget does nothing, and how to bring it back', async () => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue();
  warning.mockClear();
  void widget.destroy();
  widget.open();
  widget.close();
  widget.on('cm-unread', () => {});
  expect(await messages()).toEqual(['cm-destroy']);
  expect(warning.mock.calls).toEqual(
    ['open()', 'close()', 'on()'].map((member) => [
      `[contact-widget] The widget was destroyed, so ${member} has no effect. Call loadContactWidget to bring it back.`,
    ]),
  );
});
