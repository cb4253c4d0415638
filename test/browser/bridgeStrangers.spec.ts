import { protocol } from '../../bridge/wire.ts';
import {
  addFrame,
  countMessages,
  elsewhere,
  expect,
  helloText,
  pillDrawing,
  serve,
  strangers,
  test,
} from './puppet/puppet.ts';
import { countOf } from './sample.ts';

/** Others on the page: popups, frames that search for ours, other libraries, and the page itself when it ends the widget. */

interface Received {
  readonly ports: number;
  readonly messages: readonly unknown[];
}

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test('[BR-01][BR-02][BR-30] popups with a valid hello and a frame that searches for the widget’s frame get and control nothing', {
  tag: '@core',
}, async ({ page, host, puppet, sandbox }) => {
  await host.open('/plain');
  await puppet.showPill();
  for (const [name, id, originOf] of strangers) {
    await test.step(`[${id}][BR-30] a popup ${name} that sends its opener a valid hello gets no port and controls nothing`, async () => {
      const url = `${originOf(sandbox)}/popup`;
      await serve(
        page,
        url,
        `<script>window.received = { ports: 0, messages: [] };
       addEventListener('message', ({ data, ports }) => { received.ports += ports.length; received.messages.push(data); });
       for (let turn = 0; turn < 20; turn += 1) {
         opener.postMessage(${helloText}, '*');
         opener.postMessage('cm-destroy', '*');
         opener.postMessage('{"id":"1","type":"APPLY","path":["draw"],"argumentList":[]}', '*');
         opener.postMessage(${protocol}, '*', [new MessageChannel().port2]);
       }
       opener.postMessage('sent ${id}', '*');</script>`,
      );
      const sent = await countMessages(page, `sent ${id}`);
      const opened = page.waitForEvent('popup');
      await page.evaluate((address) => void window.open(address), url);
      const popup = await opened;
      await expect.poll(sent).toBe(1);
      await puppet.showPill({ textContent: 'Still ours' });
      await expect(host.pill()).toHaveText('Still ours');
      const received = await popup.evaluate(() => (window as unknown as { received: Received }).received);
      expect(received).toEqual({ ports: 0, messages: [] });
      expect(await puppet.portCount()).toBe(1);
      await popup.close();
    });
  }
  await test.step('[BR-01] another frame cannot find the widget’s frame by index or name, and so cannot navigate it', async () => {
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
    // The seeker is the only frame that the page exposes.
    expect(found?.length).toBe(1);
    expect(found?.none).not.toContain(false);
    await puppet.showPill({ textContent: 'Still here' });
    await expect(host.pill()).toHaveText('Still here');
  });
});

test('[BR-01] starts on a page where another frame has the id of our element as its name', async ({
  page,
  host,
  puppet,
  sandbox,
  problems,
}) => {
  const url = `${elsewhere(sandbox.hostUrl)}/named`;
  await serve(page, url, '<p>An offer</p>');
  await host.open('/late-injection');
  await page.evaluate(
    (src) =>
      new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.addEventListener('load', done, { once: true });
        document.body.append(Object.assign(frame, { src, name: 'contact-widget' }));
      }),
    url,
  );
  await page.getByRole('button', { name: 'Add the widget' }).click();
  await puppet.showPill();
  await expect(host.pill()).toBeVisible();
  expect(problems.uncaught).toEqual([]);
});

test('[BR-26] messages of other libraries, from the page and its frames, get no answer and no error, and still reach every listener', async ({
  page,
  host,
  puppet,
  sandbox,
  problems,
}) => {
  await page.addInitScript(() => {
    const posted: unknown[] = [];
    const received: unknown[] = [];
    Object.assign(window, { posted, received });
    window.addEventListener('message', ({ data }) => received.push(data));
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      posted.push(JSON.stringify(args[0]).slice(0, 200));
      return (post as (...all: unknown[]) => void).apply(this, args);
    } as typeof post;
  });
  const foreign = [
    ...[null, 0, 1.5, true, '', 'x', '{"type":"cm-hello"}', 'setImmediate$0.5$1', '[iFrameSizer]message', '!_{"h":""}'],
    ...[[], {}, { path: '/foo' }, { type: 'webpackOk' }, { source: 'react-devtools-bridge', payload: {} }],
    ...[{ type: null }, { type: {} }, { type: 7, id: 'a' }, { id: 'a', type: 'APPLY', path: [], argumentList: 'x' }],
    ...[
      { penpal: 'syn' },
      { namespace: 'penpal', type: 'SYN' },
      { originator: 'CAL' },
      { api: 'toWidget', action: 'x' },
    ],
    ...['cm-hello', 'cm-opens', ' cm-open', 'CM-OPEN', protocol, { event: 'cm-destroy' }],
  ];
  await host.open('/plain');
  await puppet.showPill();
  const url = `${elsewhere(sandbox.hostUrl)}/library`;
  await serve(
    page,
    url,
    `<script>for (const one of ${JSON.stringify(foreign)}) parent.postMessage(one, '*');</script>`,
  );
  /** What the page posted on ports, except its own calls to the frame. */
  const answers = () =>
    page.evaluate(() => (window as unknown as { posted: string[] }).posted.filter((line) => !line.startsWith('[')));
  const before = await answers();
  const receivedBefore = await page.evaluate(() => (window as unknown as { received: unknown[] }).received.length);
  await page.evaluate(
    ([list, src]) => {
      for (const one of list as unknown[]) window.postMessage(one, location.origin);
      // Data without own fields, or that throws when it is read.
      window.postMessage(new Map([['type', 'cm-destroy']]), location.origin);
      window.postMessage(new ArrayBuffer(8), location.origin);
      window.dispatchEvent(new MessageEvent('message', { source: window, data: Symbol('x') }));
      window.dispatchEvent(new Event('message'));
      const frame = document.createElement('iframe');
      frame.src = src as string;
      document.body.append(frame);
    },
    [foreign, url] as const,
  );
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { received: unknown[] }).received.length))
    .toBe(receivedBefore + 2 * foreign.length + 4);
  expect(await answers()).toEqual(before);
  await puppet.showPill({ textContent: 'Still there' });
  await expect(host.pill()).toHaveText('Still there');
  expect(problems.uncaught).toEqual([]);
  expect(problems.consoleErrors).toEqual([]);
});

test('[BR-25][F-SE25] leaves the page during 5,000 calls, after at most 250 of them, and the page goes on', async ({
  page,
  host,
  puppet,
}) => {
  await host.open('/plain');
  await puppet.showPill();
  const before = await page.locator('main').innerHTML();
  await puppet.call('setLinks', { contact: 'Flooded' }, ['contact']);
  await page.evaluate(() => {
    const alive = { drawn: 0, flood: 0 };
    Object.assign(window, { alive });
    const draw = () => {
      alive.drawn += 1;
      requestAnimationFrame(draw);
    };
    document.addEventListener('cm-flood', () => {
      alive.flood += 1;
    });
    draw();
  });
  const frame = await puppet.connected();
  await frame
    .evaluate(() => {
      const { send } = (window as unknown as { puppet: { send(message: unknown): void } }).puppet;
      const message = { type: 'APPLY', path: ['emit'], argumentList: [{ type: 'RAW', value: 'flood' }] };
      for (let id = 0; id < 5_000; id += 1) send({ id, ...message });
    })
    .catch(() => {}); // The frame is removed meanwhile.
  await expect(host.element()).toHaveCount(0);
  expect(await page.locator('main').innerHTML()).toBe(before);
  type Alive = Readonly<Record<'drawn' | 'flood', number>>;
  const alive = () => page.evaluate(() => (window as unknown as { alive: Alive }).alive);
  const { drawn, flood } = await alive();
  expect(flood).toBeGreaterThan(0);
  expect(flood).toBeLessThanOrEqual(250);
  await expect.poll(async () => (await alive()).drawn).toBeGreaterThan(drawn);
});

test('[BR-43] calls still in flight when the page ends the widget change nothing', async ({
  page,
  host,
  puppet,
  problems,
}) => {
  await host.open('/all-link-kinds');
  await puppet.showPill();
  await expect.poll(async () => (await puppet.relayed('kinds')).length).toBeGreaterThan(0);
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
      call('emit', 'end');
      for (let turn = 0; turn < 60; turn += 1) {
        call('setLinks', { contact: 'Too late' }, ['contact']);
        call('draw', drawing, { className: 'cover' });
        call('emit', 'late');
      }
    }, pillDrawing)
    .catch(() => {}); // The frame may be gone before it has sent all calls.
  await expect(host.element()).toHaveCount(0);
  // Two animation frames later, all calls in flight have arrived.
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

test('[BR-43] a page that rewrites its document loses the widget without an error and can load it again', async ({
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
    document.write(`<!doctype html><title>New</title><h1>Rewritten</h1><script src="${src}"></script>`);
    document.close();
  }, `${sandbox.widgetUrl}/loader.js`);
  await expect(page.getByRole('heading', { name: 'Rewritten' })).toBeVisible();
  await puppet.showPill({ textContent: 'On the new page' });
  await expect(host.pill()).toHaveText('On the new page');
  await expect(host.element()).toHaveCount(1);
  expect(problems.uncaught).toEqual([]);
  expect(problems.consoleErrors).toEqual([]);
});

const openings = countOf(1_000, 300);

test(`[BR-44] opening the pane ${openings} times leaves one port, no extra nodes, and less than 1 MB more heap on the page`, async ({
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
        const open = { visibility: 'visible', width: '320px', height: '480px', bottom: '16px', title: 'Contact' };
        for (let turn = 0; turn < turns; turn += 1) {
          await Promise.all([
            call('draw', [{ ...pill, ariaExpanded: turn % 2 ? 'true' : 'false' }, open]),
            call('draw', [pill, { ...open, visibility: '' }]),
          ]);
          // Stay under 250 calls per quarter of a second. The flood has its own test.
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
  await cycles(openings);
  const after = await measure();
  expect(await puppet.portCount()).toBe(1);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 5);
  expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners);
  expect(after.usedSize - before.usedSize).toBeLessThan(1_000_000);
});
