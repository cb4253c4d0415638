import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { hello } from '../../../bridge/wire.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { type Engine, loadWithHurry, setUpPage, until } from './engine.ts';
import { startPuppetSandbox } from './puppetSandbox.ts';

const pill = `document.querySelector('#contact-widget').shadowRoot.querySelector('button')`;
const iframe = `document.querySelector('#contact-widget').shadowRoot.querySelector('iframe')`;
const pillDrawing = {
  ariaExpanded: 'false',
  right: 16,
  bottom: 16,
  height: 48,
  visibility: 'visible',
  translate: '0',
  value: '',
};

const attacks: readonly unknown[] = [
  {
    id: '1',
    type: 'CONSTRUCT',
    path: ['draw', 'constructor'],
    argumentList: [{ type: 'RAW', value: 'attacked=1' }],
  },
  { id: '2', type: 'APPLY', path: ['draw', 'constructor'], argumentList: [{ type: 'RAW', value: 'attacked=1' }] },
  { id: '3', type: 'APPLY', path: ['constructor'], argumentList: [{ type: 'RAW', value: 'attacked=1' }] },
  ['3', 'constructor', 'attacked=1'],
  ['3', '__proto__', 'attacked'],
  ['3', ['draw', 'constructor'], 'attacked=1'],
  { id: '4', type: 'SET', path: ['__proto__', '__proto__', 'attacked'], value: { type: 'RAW', value: 1 } },
  { id: '5', type: 'SET', path: ['draw'], value: { type: 'RAW', value: 1 } },
  { id: '6', type: 'GET', path: ['constructor'] },
  { id: '7', type: 'ENDPOINT', path: [] },
  { id: '8', type: 'RELEASE', path: [] },
  { id: '9', type: 'APPLY', path: ['emit'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
  { id: '10', type: 'APPLY', path: 'then', argumentList: [null] },
  { path: '/checkout' },
  null,
];

/** Messages that pages and their libraries send to their own window. */
const foreignMessages: readonly unknown[] = [
  ...[null, 0, true, '', 'setImmediate$0.5$1', '[iFrameSizer]message', '{"type":"cm-hello"}', 'cm-hello'],
  ...[[], {}, { path: '/foo' }, { type: 'webpackOk' }, { type: null }, { type: {} }, { namespace: 'penpal' }],
  { id: 'a', type: 'APPLY', path: ['draw'], argumentList: 'x' },
];

const addresses = [
  'javascript:attacked=1',
  'java\tscript:attacked=1',
  '\u0001javascript:attacked=1',
  'data:text/html,x',
  'blob:http://localhost/1',
  'vbscript:x',
  'intent://x',
  'about:blank',
  'file:///etc/passwd',
  'view-source:http://localhost',
];

/** The main cases of the bridge in one engine: the real loader and a compromised frame. */
export function describeAttacks(name: string, engine: () => Engine, root: string): void {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startPuppetSandbox(root);
  });
  afterAll(() => sandbox?.close());

  const elsewhere = (): string => sandbox.hostUrl.replace('localhost', '127.0.0.1');

  /** Draws with the puppet and waits until the page shows it, which proves that the bridge works. */
  async function expectDraws(text: string): Promise<void> {
    await until(
      () => engine().page(`!!document.querySelector('#contact-widget')?.shadowRoot.querySelector('iframe')`),
      'the frame is placed',
    );
    await until(() => engine().frame('window.puppet?.portCount() > 0'), 'the frame has a port');
    const drawing = JSON.stringify({ ...pillDrawing, textContent: text, title: text });
    await engine().frame(`(window.puppet.call('draw', [${drawing}]), 0)`);
    await until(() => engine().page(`${pill}.textContent === ${JSON.stringify(text)}`), `the pill shows ${text}`);
  }

  it('[XB-02][BR-20][BR-21][BR-22][BR-31] blocks every verb, path, handler and address of a compromised widget', {
    tags: ['core'],
  }, async () => {
    await engine().goto(`${sandbox.hostUrl}/plain`);
    await expectDraws('Before');
    await engine().frame(
      `(${JSON.stringify(attacks)}.forEach((message) => window.puppet.send(message)),
        window.outcomes = undefined,
        Promise.all(${JSON.stringify(addresses)}.flatMap((url) => ['self', 'tab'].map((target) => window.puppet.call('openUrl', [url, target]))))
          .then((outcomes) => { window.outcomes = outcomes.map((outcome) => outcome.refused); }), 0)`,
    );
    await until(() => engine().frame('Array.isArray(window.outcomes)'), 'every address is answered');
    expect(await engine().frame('window.outcomes')).toEqual(addresses.flatMap(() => ['refused', 'refused']));
    expect(await engine().page(`['attacked' in window, 'attacked' in {}, location.pathname]`)).toEqual([
      false,
      false,
      '/plain',
    ]);
    await expectDraws('After');
  });

  it('[XB-02][BR-01][BR-02][BR-30] ignores a valid hello and a spoofed reply of another frame, and a second frame of the widget’s own origin', {
    tags: ['core'],
  }, async () => {
    const attacker = `${elsewhere()}/attacker?message=${encodeURIComponent(JSON.stringify(hello))}`;
    await setUpPage(sandbox.controlUrl, '/plain', { iframe: attacker });
    onTestFinished(() => setUpPage(sandbox.controlUrl, '/plain'));
    await engine().goto(`${sandbox.hostUrl}/plain`);
    await expectDraws('Ours');
    // Each frame sends its message within a tenth of a second, once or repeatedly.
    const second = JSON.stringify(`${sandbox.widgetUrl}/frame/index.html`);
    await engine().page(
      `(document.body.append(Object.assign(document.createElement('iframe'), { src: ${second}, onload() { window.isLoaded = true; } })), 0)`,
    );
    await until(() => engine().page(`window.isLoaded === true`), 'the second frame is there');
    await new Promise((done) => setTimeout(done, 500));
    expect(await engine().frame('window.puppet.portCount()')).toBe(1);
    await expectDraws('Still ours');
  });

  it('[XB-02][BR-26] gives messages of other libraries no answer and throws no error', async () => {
    await engine().goto(`${sandbox.hostUrl}/plain`);
    await expectDraws('Before');
    await engine().page(
      `(window.errors = [], addEventListener('error', (event) => window.errors.push(String(event.message))),
        addEventListener('unhandledrejection', (event) => window.errors.push(String(event.reason))),
        window.received = 0, addEventListener('message', () => { window.received += 1; }),
        ${JSON.stringify(foreignMessages)}.forEach((message) => window.postMessage(message, location.origin)),
        document.querySelector('#contact-widget').shadowRoot.querySelector('iframe').contentWindow.postMessage({ type: 'webpackOk' }, '*'), 0)`,
    );
    await until(
      () => engine().page(`window.received === ${foreignMessages.length}`),
      'the page receives its own messages',
    );
    await expectDraws('After');
    expect(await engine().page('window.errors')).toEqual([]);
  });

  // Another test shows that WebKitGTK caches a page even with an open socket. Its driver loses a page too often for both tests.
  it.skipIf(name === 'WebKitGTK')(
    '[XB-04][CSP-18] allows the back-forward cache when the widget has no open socket, and the bridge works afterwards',
    async () => {
      await engine().goto(`${sandbox.hostUrl}/plain`);
      const drawing = JSON.stringify({ ...pillDrawing, title: '' });
      const drawsOn = `(setInterval(() => window.puppet.call('draw', [{ ...${drawing}, textContent: 'At ' + Date.now() }]), 50), 0)`;
      const comeBack = async (): Promise<boolean> => {
        await engine().page(`(window.isSamePage = true, 0)`);
        await engine().goto(`${sandbox.hostUrl}/short?loader=none`);
        await engine().page(`(setTimeout(() => history.back(), 0), 0)`);
        await until(
          () => engine().page(`location.pathname === '/plain' && document.readyState === 'complete'`),
          'it is back',
        );
        return engine().page<boolean>(`window.isSamePage === true`);
      };
      // A busy machine may discard a page, so try again.
      let isCached = false;
      for (let more = 3; more > 0 && !isCached; more -= 1) {
        await expectDraws('Before');
        await engine().frame(drawsOn);
        isCached = await comeBack();
      }
      expect(isCached).toBe(true);
      await engine().page(`(window.textBefore = ${pill}.textContent, 0)`);
      await until(() => engine().page(`${pill}.textContent !== window.textBefore`), 'the pill is drawn again');
    },
  );

  it('[XB-02][BR-16][BR-17] gives a reloaded frame one new port, and sends nothing to a frame that has left and removes it', async () => {
    await setUpPage(sandbox.controlUrl, '/plain', { loader: 'none' });
    onTestFinished(() => setUpPage(sandbox.controlUrl, '/plain'));
    await engine().goto(`${sandbox.hostUrl}/plain`);
    await engine().page(loadWithHurry(sandbox.widgetUrl));
    await expectDraws('First');
    await engine().page(`(${iframe}.src = ${iframe}.src, 0)`);
    await until(
      () => engine().frame(`window.puppet?.relayed.some((one) => one.name === 'page')`),
      'the page is sent again',
    );
    expect(await engine().frame('window.puppet.portCount()')).toBe(1);
    await expectDraws('Second');
    await engine().frame(`(location.href = ${JSON.stringify(`${elsewhere()}/short?loader=none`)}, 0)`);
    await until(() => engine().frame(`location.pathname === '/short'`), 'the frame has left');
    await engine().frame(
      `(window.received = [], addEventListener('message', (event) => window.received.push(event.data)), parent.postMessage(${JSON.stringify(hello)}, '*'), 0)`,
    );
    await engine().page(`(window.postMessage('cm-open', location.origin), document.title = 'Changed', 0)`);
    await new Promise((done) => setTimeout(done, 700));
    expect(await engine().frame('window.received')).toEqual([]);
    await engine().page('window.hurry()');
    await until(() => engine().page(`!document.querySelector('#contact-widget')`), 'the loader has removed it');
  });

  it('[XB-02][BR-06] shows no widget on a page whose host the deployment does not list', async () => {
    await engine().goto(`${elsewhere()}/plain`);
    await until(
      () => engine().page(`!!document.querySelector('#contact-widget')?.shadowRoot.querySelector('iframe')`),
      'the frame is placed',
    );
    await new Promise((done) => setTimeout(done, 1_000));
    expect(await engine().page(`[getComputedStyle(${pill}).visibility, ${pill}.textContent]`)).toEqual(['hidden', '']);
  });
}
