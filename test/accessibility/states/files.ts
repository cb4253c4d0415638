import { createControl, createHost, expect, fromRoot, hold } from '../../browser/fixtures.ts';
import { isolatedDeployment, withXmpp } from '../../sandbox/deployment.ts';
import { startProsody, whyNoProsodyAgent } from '../../sandbox/prosody.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { button, type Journey, messages, openChat, pressCovered, says, type Visit } from './visit.ts';

/** Pictures are shown from encrypted addresses only. */
const uploadOrigin = 'https://upload.example.com';

/** Pictures are not the first type, so that the report finds their name in the list of types. */
const limits = { maxBytes: 1_000, types: ['application/pdf', 'image/*'] };

interface GivenFile {
  readonly name: string;
  readonly type: string;
  /** Its bytes, or how many zeros. */
  readonly content: readonly number[] | number;
}

/** 8 × 8 pixels. */
const picture: GivenFile = {
  name: 'dent.png',
  type: 'image/png',
  content: [
    ...Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGNgaGDAjkZ5DAwANScgAZVnQVgAAAAASUVORK5CYII=',
      'base64',
    ),
  ],
};

/** What a browser hands over when a file is pasted, dragged or dropped. */
const give = ({ host }: Visit, file: GivenFile, ...events: readonly ('paste' | 'dragover' | 'drop')[]): Promise<void> =>
  host
    .frame()
    .getByRole('textbox')
    .evaluate(
      (field, [{ name, type, content }, kinds]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content as number[])], name, { type }));
        // Before a drop, the page slides the frame under the file: the pointer is elsewhere in the frame, and not on the screen.
        const clientX = kinds.includes('drop') ? 100 : 0;
        const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data, clientX };
        for (const kind of kinds)
          field.dispatchEvent(kind === 'paste' ? new ClipboardEvent(kind, options) : new DragEvent(kind, options));
      },
      [file, events] as const,
    );

/** A chat over XMPP, the service that takes files. */
async function* files(visit: Visit): ReturnType<Journey> {
  const prosody = await startProsody({ uploadOrigin });
  const agent = await prosody.startAgent();
  const server = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    config: (urls) => withXmpp(isolatedDeployment(urls), prosody.port, { uploadOrigin, limits }),
  });
  try {
    const sandbox = createControl(server);
    await sandbox.command('contact', { chat: 'xmpp' });
    const chat = { ...visit, sandbox, host: createHost(visit.page, sandbox) };
    yield* sendFiles(chat, prosody.port);
    const late = await hold(visit.page, `${uploadOrigin}/**`);
    await give(chat, picture, 'paste');
    await late.asked;
    await prosody.removeGuests();
    yield { name: 'chat: lost by the server', shows: says(chat, 'chat', 'chatLost') };
    late.release({ status: 201 });
    await button(chat, 'chat', 'startNewChat').click();
    yield { name: 'chat: file whose chat has ended', shows: says(chat, 'chat', 'fileTooLate') };
  } finally {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.page.goto('about:blank');
    agent.stop();
    await server.close();
    await prosody.remove();
  }
}

async function* sendFiles(visit: Visit, port: number): ReturnType<Journey> {
  const refused = await hold(visit.page, `${uploadOrigin}/**`);
  await openChat(visit);
  const attach = button(visit, 'chat', 'attach');
  const dismiss = button(visit, 'chat', 'dismissUpload');
  await expect(attach).toBeVisible();
  await give(visit, picture, 'dragover');
  yield { name: 'chat: file over the chat', shows: says(visit, 'chat', 'dropHere') };
  await give(visit, picture, 'dragover', 'drop');
  yield { name: 'chat: refused drop', shows: says(visit, 'chat', 'dropAgain') };
  await pressCovered(visit, attach, says(visit, 'chat', 'pressAgain'));
  yield { name: 'chat: refused press', shows: says(visit, 'chat', 'pressAgain') };
  await give(visit, picture, 'paste');
  yield { name: 'chat: file on its way', shows: button(visit, 'chat', 'stopUpload') };
  refused.release({ status: 413 });
  yield { name: 'chat: file that the server refuses', shows: says(visit, 'chat', 'fileRefused') };
  await dismiss.press('Enter');
  await visit.page.unroute(`${uploadOrigin}/**`);
  await visit.page.route(`${uploadOrigin}/**`, (route) => route.fulfill({ status: 500 }));
  await give(visit, picture, 'paste');
  const retry = button(visit, 'chat', 'retryUpload');
  yield { name: 'chat: file not sent', shows: retry };
  await visit.page.unroute(`${uploadOrigin}/**`);
  // In place of the proxy that ends TLS.
  await visit.page.route(`${uploadOrigin}/**`, async (route) => {
    const url = route.request().url().replace(uploadOrigin, `http://127.0.0.1:${port}`);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const sent = messages(visit, 'visitor').locator('img').first();
  // The connection may be lost on a busy machine.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(sent).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  yield { name: 'chat: picture', shows: sent };
  await give(visit, { ...picture, name: 'virus.exe', type: 'application/x-msdownload' }, 'paste');
  yield { name: 'chat: refused file', shows: says(visit, 'chat', 'pictures') };
  await dismiss.press('Enter');
  await give(visit, { ...picture, content: 0 }, 'paste');
  yield { name: 'chat: empty file', shows: says(visit, 'chat', 'fileEmpty') };
  await dismiss.press('Enter');
  await give(visit, { ...picture, content: limits.maxBytes + 1 }, 'paste');
  yield { name: 'chat: file that is too large', shows: says(visit, 'chat', 'fileTooLarge') };
  await dismiss.press('Enter');
}

/** Needs Debian's prosody. Without it the run is not complete. */
export const fileJourneys: readonly Journey[] = whyNoProsodyAgent === undefined ? [files] : [];
