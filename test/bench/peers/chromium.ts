import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, Connection, type ConnectionTransport } from 'puppeteer-core';
import { WebSocket } from 'ws';
import { browserArgs, findBrowser } from '../../browser/findBrowser.ts';

export interface Chromium {
  readonly version: string;
  /** The browser's own session: contexts, targets and tracing. */
  readonly connection: Connection;
  close(): Promise<void>;
}

/**
 * Starts a browser that nothing else drives. A driver such as Playwright enables domains and adds scripts in every page,
 * whose work on the page's thread is of the size that is measured here.
 */
export async function startChromium(): Promise<Chromium> {
  const found = findBrowser();
  if (!found) throw new Error('No browser found for the bench. Install Chromium, or set CHROME_PATH.');
  const profile = mkdtempSync(join(tmpdir(), 'bench-'));
  const child = spawn(
    found.path,
    [
      ...['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run'],
      // Each site in its own process, as Chromium does by default where memory suffices.
      '--site-per-process',
      ...['--disable-background-networking', '--disable-component-update', '--disable-default-apps', '--disable-sync'],
      ...['--hide-scrollbars', '--mute-audio', '--window-size=1280,800'],
      ...browserArgs,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const line = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (line) resolve(line);
    });
    child.once('exit', () => reject(new Error(`${found.path} did not start: ${text.slice(0, 500)}`)));
  });
  const connection = new Connection(address, await openTransport(address), 0, 120_000);
  const { product } = await connection.send('Browser.getVersion');
  return {
    version: product,
    connection,
    async close() {
      connection.dispose();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openTransport(address: string): Promise<ConnectionTransport> {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 512 * 1024 * 1024 });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const transport: ConnectionTransport = {
    send: (message) => socket.send(message),
    close: () => socket.close(),
  };
  socket.on('message', (data) => transport.onmessage?.(String(data)));
  socket.on('close', () => transport.onclose?.());
  return transport;
}

/** "Fast 3G" in the browsers' developer tools. */
const fast3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: 675 * 128,
};

/** A new window rests after this time. */
const windowMs = 1_000;

export interface VisitOptions {
  /** How many times the processor is slowed down, for the page and its frames. */
  readonly slowdown: number;
  /** A script that runs first in every document, the frames' too. */
  readonly script?: string;
}

/** One visitor: a profile of its own with one tab. */
export interface Visit {
  readonly page: CDPSession;
  /** The frames in other processes, oldest first. */
  readonly frames: () => readonly CDPSession[];
  goto(url: string): Promise<void>;
  /** Closes the tab and opens another one in the same profile. */
  reopen(): Promise<void>;
  /** From now on, this network. */
  slowNetwork(): Promise<void>;
  close(): Promise<void>;
}

export async function startVisit({ connection }: Chromium, options: VisitOptions): Promise<Visit> {
  const { browserContextId } = await connection.send('Target.createBrowserContext');
  let isSlow = false;
  let page: CDPSession;
  let targetId = '';
  let frames = new Set<CDPSession>();

  /** Prepares a page or a frame before its first document. */
  async function prepare(session: CDPSession): Promise<void> {
    await session.send('Emulation.setCPUThrottlingRate', { rate: options.slowdown });
    if (isSlow) await limit(session);
    if (options.script) {
      await session.send('Page.enable');
      // A page that asks whether to leave would keep its tab open.
      session.on('Page.javascriptDialogOpening', () => {
        void session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
      });
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source: options.script });
    }
    attachFrames(session);
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  }

  function attachFrames(session: CDPSession): void {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const inner = connection.session(sessionId);
      if (!inner) return;
      const isFrame = targetInfo.type === 'iframe';
      if (isFrame) frames.add(inner);
      // A frame can be gone before it is prepared.
      void (isFrame ? prepare(inner) : Promise.resolve())
        .then(() => inner.send('Runtime.runIfWaitingForDebugger'))
        .catch(() => {});
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
      for (const frame of frames) if (frame.id() === sessionId) frames.delete(frame);
    });
  }

  async function limit(session: CDPSession): Promise<void> {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', fast3G);
  }

  async function openTab(): Promise<void> {
    ({ targetId } = await connection.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      newWindow: true,
      width: 1280,
      height: 800,
    }));
    const { targetInfo } = await connection.send('Target.getTargetInfo', { targetId });
    page = await connection.createSession(targetInfo);
    frames = new Set();
    await prepare(page);
  }

  await openTab();
  // A new window loads pages of the browser's own in other processes, such as the list below the address bar.
  await pause(windowMs);
  return {
    get page() {
      return page;
    },
    frames: () => [...frames],
    async goto(url) {
      const { errorText } = await page.send('Page.navigate', { url });
      if (errorText) throw new Error(`${url} did not load: ${errorText}`);
    },
    async reopen() {
      await connection.send('Target.closeTarget', { targetId });
      await openTab();
    },
    async slowNetwork() {
      isSlow = true;
      await Promise.all([page, ...frames].map(limit));
    },
    close: () => connection.send('Target.disposeBrowserContext', { browserContextId }),
  };
}

/** Evaluates an expression in the document. */
export async function evaluate<Value>(session: CDPSession, expression: string): Promise<Value> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as Value;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
