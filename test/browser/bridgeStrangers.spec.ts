import { port as portMessage, protocol } from '../../bridge/wire.ts';
import {
  addFrame,
  countWord,
  elsewhere,
  expect,
  helloText,
  pillDrawing,
  serve,
  strangers,
  test,
} from './puppet/puppet.ts';

/** Who else is near the page: popups, frames that look for ours, other libraries, what the page itself does at the end. */

interface Told {
  readonly got: number;
  readonly heard: readonly unknown[];
}

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

for (const [name, id, originOf] of strangers) {
  test(`[${id}][BR-30] a popup ${name} that says a perfect hello to its opener gets no port, and steers nothing`, async ({
    page,
    host,
    puppet,
    sandbox,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    const url = `${originOf(sandbox)}/popup`;
    await serve(
      page,
      url,
      `<script>window.got = 0; window.heard = [];
       addEventListener('message', (event) => { window.got += event.ports.length; window.heard.push(event.data); });
       for (let turn = 0; turn < 20; turn += 1) {
         opener.postMessage(${helloText}, '*');
         opener.postMessage('cm-destroy', '*');
         opener.postMessage({ id: 'x', type: 'APPLY', path: ['setPill'], argumentList: [] }, '*');
         opener.postMessage({ type: '${portMessage}', protocol: ${protocol} }, '*', [new MessageChannel().port2]);
       }
       opener.postMessage('said', '*');</script>`,
    );
    const said = await countWord(page, 'said');
    const opened = page.waitForEvent('popup');
    await page.evaluate((address) => void window.open(address), url);
    const popup = await opened;
    await expect.poll(said).toBe(1);
    await puppet.showPill({ textContent: 'Still ours' });
    await expect(host.pill()).toHaveText('Still ours');
    const { got, heard } = await popup.evaluate(() => {
      const told = window as unknown as Told;
      return { got: told.got, heard: told.heard };
    });
    expect({ got, heard }).toEqual({ got: 0, heard: [] });
    expect(await puppet.portCount()).toBe(1);
    await popup.close();
  });
}

test('[BR-01] another frame finds the widget’s frame neither by number nor by name, and so cannot lead it away', async ({
  page,
  host,
  puppet,
  sandbox,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  const url = `${elsewhere(sandbox.hostUrl)}/seeker`;
  await serve(
    page,
    url,
    `<script>
      const names = ['contact-widget', 'Contact', 'contact', 'frame', 'widget', 'iframe', '0'];
      const isNone = (read) => { try { return [undefined, window].includes(read()); } catch { return true; } };
      window.found = { length: parent.length, none: [...[0, 1, 2, 3], ...names].map((key) => isNone(() => parent[key])) };
      for (const name of names) open('about:blank', name)?.close();
    </script>`,
  );
  const seeker = await addFrame(page, url);
  const found = await seeker?.evaluate(
    () => (window as unknown as { found: { length: number; none: boolean[] } }).found,
  );
  // The seeker itself is the only frame that the page shows to others.
  expect(found?.length).toBe(1);
  expect(found?.none).not.toContain(false);
  await puppet.showPill({ textContent: 'Still here' });
  await expect(host.pill()).toHaveText('Still here');
});

test('[BR-26] messages of other libraries, from the page itself and from its frames, get no answer, no error, and are stopped for nobody', async ({
  page,
  host,
  puppet,
  sandbox,
  problems,
}) => {
  await page.addInitScript(() => {
    const posted: unknown[] = [];
    const heard: unknown[] = [];
    Object.assign(window, { posted, heard });
    window.addEventListener('message', ({ data }) => heard.push(data));
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      posted.push(JSON.stringify(args[0]).slice(0, 200));
      return (post as (...all: unknown[]) => void).apply(this, args);
    } as typeof post;
  });
  const aliens = [
    ...[null, 0, 1.5, true, '', 'x', '{"type":"cm-hello"}', 'setImmediate$0.5$1', '[iFrameSizer]message', '!_{"h":""}'],
    ...[[], {}, { path: '/foo' }, { type: 'webpackOk' }, { source: 'react-devtools-bridge', payload: {} }],
    ...[{ type: null }, { type: {} }, { type: 7, id: 'a' }, { id: 'a', type: 'APPLY', path: [], argumentList: 'x' }],
    ...[
      { penpal: 'syn' },
      { namespace: 'penpal', type: 'SYN' },
      { originator: 'CAL' },
      { api: 'toWidget', action: 'x' },
    ],
    ...['cm-hello', 'cm-opens', ' cm-open', 'CM-OPEN', { type: 'cm-port', protocol }, { event: 'cm-destroy' }],
  ];
  await host.open('/plain');
  await puppet.showPill();
  const url = `${elsewhere(sandbox.hostUrl)}/library`;
  await serve(page, url, `<script>for (const one of ${JSON.stringify(aliens)}) parent.postMessage(one, '*');</script>`);
  /** What the page posted on ports beside the frame's own news. */
  const answers = () =>
    page.evaluate(() => (window as unknown as { posted: string[] }).posted.filter((line) => !line.includes('"APPLY"')));
  const before = await answers();
  const heardBefore = await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard.length);
  await page.evaluate(
    ([list, src]) => {
      for (const one of list as unknown[]) window.postMessage(one, location.origin);
      // What has no fields of its own, or throws when it is asked.
      window.postMessage(new Map([['type', 'cm-destroy']]), location.origin);
      window.postMessage(new ArrayBuffer(8), location.origin);
      window.dispatchEvent(new MessageEvent('message', { source: window, data: Symbol('x') }));
      window.dispatchEvent(new Event('message'));
      const frame = document.createElement('iframe');
      frame.src = src as string;
      document.body.append(frame);
    },
    [aliens, url] as const,
  );
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard.length))
    .toBe(heardBefore + 2 * aliens.length + 4);
  expect(await answers()).toEqual(before);
  await puppet.showPill({ textContent: 'Still there' });
  await expect(host.pill()).toHaveText('Still there');
  expect(problems.uncaught).toEqual([]);
  expect(problems.consoleErrors).toEqual([]);
});

test('[BR-25] while 5,000 calls come in, the page draws on and every message of its own is heard; 250 are served between two looks, and again afterwards', async ({
  page,
  host,
  puppet,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  await page.evaluate(() => {
    const alive = { own: 0, drawn: 0, flood: 0, drawnAtFirst: -1, looks: 0 };
    Object.assign(window, { alive });
    // Each look asks who has the focus, and nothing else of ours does.
    const { hasFocus } = document;
    document.hasFocus = () => {
      alive.looks += 1;
      return hasFocus.call(document);
    };
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      alive.own += 1;
    };
    const draw = () => {
      alive.drawn += 1;
      if (alive.own < 50) port2.postMessage('mine');
      requestAnimationFrame(draw);
    };
    document.addEventListener('cm-flood', () => {
      if (alive.drawnAtFirst < 0) alive.drawnAtFirst = alive.drawn;
      alive.flood += 1;
    });
    draw();
  });
  const frame = await puppet.connected();
  await frame.evaluate(() => {
    const { send } = (window as unknown as { puppet: { send(message: unknown): void } }).puppet;
    for (let id = 0; id < 5_000; id += 1) {
      send({ id: String(id), type: 'APPLY', path: ['emit'], argumentList: [{ type: 'RAW', value: 'cm-flood' }] });
    }
  });
  type Alive = { own: number; drawn: number; flood: number; drawnAtFirst: number; looks: number };
  const alive = () => page.evaluate(() => (window as unknown as { alive: Alive }).alive);
  await expect
    .poll(async () => {
      const { own, drawn, flood, drawnAtFirst } = await alive();
      return flood > 0 && own >= 50 && drawn > drawnAtFirst + 10;
    })
    .toBe(true);
  await puppet.isServedAgain();
  const { flood, looks } = await alive();
  expect(flood).toBeLessThanOrEqual(250 * (looks + 1));
});

test('[BR-43] what is still on its way when the page ends the widget changes nothing any more', async ({
  page,
  host,
  puppet,
  problems,
}) => {
  await host.open('/all-link-kinds');
  await puppet.showPill();
  await expect.poll(async () => (await puppet.relayed('links')).length).toBeGreaterThan(0);
  await page.evaluate(() => {
    const late = { events: 0 };
    Object.assign(window, { late });
    document.addEventListener('cm-end', () => window.postMessage('cm-destroy', location.origin));
    document.addEventListener('cm-late', () => {
      if (!document.getElementById('contact-widget')) late.events += 1;
    });
  });
  const before = await page.locator('main').innerHTML();
  const frame = await puppet.connected();
  await frame
    .evaluate((drawing) => {
      const { send } = (window as unknown as { puppet: { send(message: unknown): void } }).puppet;
      const call = (name: string, ...values: unknown[]) =>
        send({ id: 'x', type: 'APPLY', path: [name], argumentList: values.map((value) => ({ type: 'RAW', value })) });
      call('emit', 'cm-end');
      for (let turn = 0; turn < 60; turn += 1) {
        call('setLinkText', [0, 1, 2], 'Too late');
        call('lockScroll', true);
        call('setPill', drawing);
        call('emit', 'cm-late');
      }
    }, pillDrawing)
    .catch(() => {}); // The frame may be gone before it has said all.
  await expect(host.element()).toHaveCount(0);
  // What was still on its way has come by then: two frames are drawn after the last of it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.locator('main').innerHTML()).toBe(before);
  expect(
    await page.evaluate(() => [
      document.adoptedStyleSheets.length,
      getComputedStyle(document.documentElement).overflow,
      (window as unknown as { late: { events: number } }).late.events,
    ]),
  ).toEqual([0, 'visible', 0]);
  expect(problems.uncaught).toEqual([]);
});

test('[BR-43] a page that writes itself anew loses the widget without an error, and may load it again', async ({
  page,
  host,
  puppet,
  sandbox,
  problems,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  await page.evaluate((src) => {
    document.open();
    document.write(`<!doctype html><title>New</title><h1>Written anew</h1><script src="${src}"></script>`);
    document.close();
  }, `${sandbox.widgetUrl}/loader.js`);
  await expect(page.getByRole('heading', { name: 'Written anew' })).toBeVisible();
  await puppet.showPill({ textContent: 'On the new page' });
  await expect(host.pill()).toHaveText('On the new page');
  await expect(host.element()).toHaveCount(1);
  expect(problems.uncaught).toEqual([]);
  expect(problems.consoleErrors).toEqual([]);
});

test('[BR-44] a thousand openings leave one port, no more nodes, and less than 1 MB more on the page’s heap', async ({
  page,
  host,
  puppet,
}) => {
  await host.open('/plain');
  const frame = await puppet.connected();
  const session = await page.context().newCDPSession(page);
  const cycles = (count: number) =>
    frame.evaluate(
      async ([pill, turns]) => {
        const { call } = (window as unknown as { puppet: { call(name: string, args: unknown[]): Promise<unknown> } })
          .puppet;
        const open = { className: '', width: 320, height: 480, bottom: 16, title: 'Contact' };
        for (let turn = 0; turn < turns; turn += 1) {
          await Promise.all([
            call('setPill', [{ ...pill, ariaExpanded: turn % 2 ? 'true' : 'false' }]),
            call('setFrame', [open]),
            call('setFrame', [{ ...open, className: 'hidden' }]),
          ]);
          // 250 calls in a quarter of a second are served; the flood has its own test.
          if (turn % 50 === 49) await new Promise((done) => setTimeout(done, 260));
        }
      },
      [pillDrawing, count] as const,
    );
  const measure = async () => {
    await session.send('HeapProfiler.enable');
    for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    return { usedSize, nodes, jsEventListeners };
  };
  await cycles(50);
  const before = await measure();
  await cycles(1_000);
  const after = await measure();
  expect(await puppet.portCount()).toBe(1);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 5);
  expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners);
  expect(after.usedSize - before.usedSize).toBeLessThan(1_000_000);
});
