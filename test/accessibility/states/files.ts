import { createControl, createHost, expect, fromRoot, hold } from '../../browser/fixtures.ts';
import { isolatedDeployment, withXmpp } from '../../sandbox/deployment.ts';
import { startProsody, whyNoProsodyAgent } from '../../sandbox/prosody.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { button, type Journey, messages, openChat, type Visit } from './visit.ts';

/** Pictures are shown from encrypted addresses only. */
const uploadOrigin = 'https://upload.example.com';

/** 8 × 8 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGNgaGDAjkZ5DAwANScgAZVnQVgAAAAASUVORK5CYII=',
  'base64',
);

const paste = ({ host }: Visit, name: string, type: string): Promise<void> =>
  host
    .frame()
    .getByRole('textbox')
    .evaluate(
      (field, [fileName, fileType, bytes]) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(
          new File([Uint8Array.from(bytes as number[])], String(fileName), { type: String(fileType) }),
        );
        field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      },
      [name, type, [...picture]] as const,
    );

/** A chat over XMPP, the service that takes files. */
async function* files(visit: Visit): ReturnType<Journey> {
  const prosody = await startProsody({ uploadOrigin });
  const agent = await prosody.startAgent();
  const server = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    config: (urls) => withXmpp(isolatedDeployment(urls), prosody.port, uploadOrigin),
  });
  try {
    const sandbox = createControl(server);
    await sandbox.command('contact', { chat: 'xmpp' });
    yield* sendFiles({ ...visit, sandbox, host: createHost(visit.page, sandbox) }, prosody.port);
  } finally {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.page.goto('about:blank');
    agent.stop();
    await server.close();
    await prosody.remove();
  }
}

async function* sendFiles(visit: Visit, port: number): ReturnType<Journey> {
  const upload = await hold(visit.page, `${uploadOrigin}/**`);
  await openChat(visit);
  await expect(button(visit, 'chat', 'attach')).toBeVisible();
  await paste(visit, 'dent.png', 'image/png');
  yield { name: 'chat: file on its way', shows: button(visit, 'chat', 'stopUpload') };
  upload.release({ status: 500 });
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
  await paste(visit, 'virus.exe', 'application/x-msdownload');
  yield { name: 'chat: refused file', shows: button(visit, 'chat', 'dismissUpload') };
}

/** Needs Debian's prosody. Without it the run is not complete. */
export const fileJourneys: readonly Journey[] = whyNoProsodyAgent === undefined ? [files] : [];
