import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { type Engine, setUpPage, until } from './engine.ts';

const host = `document.querySelector('#contact-widget').shadowRoot`;

/**
 * The surfaces that a visitor reaches without the menu: pop-up, landing page and survey. The key presses are real; text is set by
 * script.
 */
export function describeKeyboard(name: string, engine: () => Engine, root: string): void {
  let sandbox: Sandbox;
  // After a field has left, the focus stays in WebKit's frame, and the frame denies it. There, the page alone is asked, and first:
  // the driver moves the focus into a frame that it asks.
  const hasFocus = name === 'WebKitGTK' ? 'true' : 'document.hasFocus()';

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, distDir: join(root, 'dist'), pagesDir: join(root, 'test/pages') });
  });
  afterEach(() => command('outreach', { popUpTimeMs: null }));
  afterAll(() => sandbox.close());

  const command = (name: string, body: object) =>
    fetch(`${sandbox.controlUrl}/__sandbox/${name}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });

  const hasWords = (words: string): string =>
    `(one) => ['', one.textContent.trim()].includes(${JSON.stringify(words)})`;

  /** A frame that has lost the focus keeps its active element, so the page must name the frame as its own. */
  async function isFocused(selector: string, words: string): Promise<boolean> {
    if (!(await engine().page<boolean>(`!!${host}.activeElement?.matches('iframe')`))) return false;
    return engine().frame(
      `(() => {
        const { activeElement: one } = document;
        return ${hasFocus} && !!one?.matches(${JSON.stringify(selector)}) && (${hasWords(words)})(one);
      })()`,
    );
  }

  /** Presses Tab until an element of the frame has the focus. */
  async function tabTo(selector: string, words = ''): Promise<void> {
    const isThere = `[...document.querySelectorAll(${JSON.stringify(selector)})].some(${hasWords(words)})`;
    await until(() => engine().frame(isThere), `there is a ${selector} ${words}`);
    for (let presses = 0; presses < 100; presses += 1) {
      if (await isFocused(selector, words)) return;
      await engine().press('Tab');
    }
    throw new Error(`Tab does not reach ${selector} ${words}`);
  }

  const untilFocused = (selector: string, words = ''): Promise<void> =>
    until(() => isFocused(selector, words), `the focus is on ${selector} ${words}`);

  /** Writes into the field that has the focus. */
  const write = (text: string): Promise<unknown> =>
    engine().frame(
      `(() => {
        const box = document.activeElement;
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, ${JSON.stringify(text)});
        box.dispatchEvent(new Event('input', { bubbles: true }));
        return 0;
      })()`,
    );

  /** Cookies belong to a host with all its ports, so the suites before have left theirs. */
  async function forgetCookies(): Promise<void> {
    await engine().goto(`${sandbox.hostUrl}/plain?cm-disable`);
    await engine().page(
      `document.cookie.split('; ').map((one) => { document.cookie = one.split('=')[0] + '=;max-age=0;path=/'; }).length`,
    );
  }

  it('[XB-05] Tab reaches the pop-up, Enter on it opens the chat at its field, and Escape goes back to the pill', async () => {
    await forgetCookies();
    await command('outreach', { popUpTimeMs: 1_500 });
    await engine().goto(`${sandbox.hostUrl}/plain`);
    await tabTo('button', 'Reply');
    await engine().press('Enter');
    await untilFocused('textarea');
    await engine().press('Escape');
    await until(() => engine().page(`${host}.activeElement?.matches('button')`), 'the focus is on the pill');
  });

  it('[XB-05] Tab, Enter and Space choose a time on the landing page', async () => {
    await engine().goto(`${sandbox.hostUrl}/plain?cm-scheduler-landing=true`);
    await tabTo('textarea');
    await write('We plan a migration of forty servers.');
    await tabTo('[data-next] button');
    await engine().press('Enter');
    await tabTo('button', 'Yes');
    await engine().press('Enter');
    await tabTo('input[name=scheduler-slot]');
    await engine().press('Space');
    expect(await engine().frame('document.activeElement.checked')).toBe(true);
    await tabTo('[data-next] button');
    await engine().press('Enter');
    await tabTo('[data-field=firstName] input');
  });

  it('[XB-05] Enter and Space answer the survey after a chat, and an open question takes the focus', async () => {
    // Another site than that of the conversation with the bot.
    const site = sandbox.hostUrl.replace('localhost', '127.0.0.1');
    await setUpPage(sandbox.controlUrl, '/plain', { attrs: { 'data-focus-area': 'data' } });
    onTestFinished(() => setUpPage(sandbox.controlUrl, '/plain'));
    await engine().goto(`${site}/plain`);
    // A message that arrives before the widget is ready is dropped.
    const isOpen = `(window.postMessage('cm-open', location.origin), getComputedStyle(${host}.querySelector('iframe')).visibility === 'visible')`;
    await until(() => engine().page(isOpen), 'the pane opens');
    await until(() => engine().frame(`!!document.querySelector('[data-block=chat] button')`), 'the menu is there');
    const entry = '[data-block=chat] button[aria-expanded=false]';
    if (await engine().frame<boolean>(`!!document.querySelector('${entry}')`)) {
      await tabTo(entry);
      await engine().press('Enter');
    }
    await tabTo('button', 'Start chat');
    await engine().press('Enter');
    await until(() => engine().frame(`!!document.querySelector('textarea')`), 'the chat is there');
    await until(async () => {
      const desk = await fetch(`${sandbox.servicesUrl}/agent/conversations`);
      return ((await desk.json()) as { conversations: readonly unknown[] }).conversations.length === 1;
    }, 'the chat is at the desk');
    await command('agent', { action: 'say', text: 'Anything else?' });
    await until(() => engine().frame(`!!document.querySelector('[data-kind=agent]')`), 'the agent has said something');
    await tabTo('textarea');
    await write('No, thank you.');
    await engine().press('Enter');
    await until(() => engine().frame(`!!document.querySelector('[data-kind=visitor]')`), 'the visitor has answered');
    await command('agent', { action: 'survey' });
    await tabTo('button', 'Send answers');
    await engine().press('Enter');
    await untilFocused('input[type=radio]');
    await engine().press('Space');
    await tabTo('button', 'Send answers');
    await engine().press('Enter');
    await until(async () => {
      const { surveys } = (await (await command('surveys', {})).json()) as { surveys: readonly unknown[] };
      return surveys.length === 1;
    }, 'the answers are sent');
  });
}
