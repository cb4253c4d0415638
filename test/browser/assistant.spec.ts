import type { Page } from 'playwright/test';
import { sandboxDeployment, withVendorAssistant } from '../sandbox/deployment.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { log, mine, reopen, send } from './chatSteps.ts';
import { createControl, createHost, expect, fromRoot, test } from './fixtures.ts';
import { openChat } from './liveSteps.ts';

/** The hosted assistant with the vendor's program, and with the one that sends to the company's bot service. */

const wires = [
  {
    wire: 'vendor',
    greeting: 'I am the assistant of the vendor.',
    question: 'where am I',
    answer: /You are on http:\S+\/plain, in en-US\./,
  },
  { wire: 'company', greeting: 'Northwind guide', question: 'what does a server cost', answer: /Northwind Cloud:/ },
] as const;

for (const { wire, greeting, question, answer } of wires) {
  test.describe(`a program that sends to the ${wire}`, () => {
    test.describe.configure({ mode: 'default' });
    let sandbox: Sandbox;
    test.beforeAll(async () => {
      sandbox = await startSandbox({
        port: 0,
        distDir: fromRoot('dist'),
        config: (urls) =>
          wire === 'vendor' ? withVendorAssistant(sandboxDeployment(urls), urls.vendorsUrl) : sandboxDeployment(urls),
      });
    });
    test.afterAll(() => sandbox.close());

    async function open(page: Page) {
      const control = createControl(sandbox);
      await control.command('contact', { chat: 'assistant' });
      const host = createHost(page, control);
      const frame = await openChat(host, 'cloud');
      await expect(log(frame)).toContainText(greeting);
      const calls = async (path: string) => (await control.requests(path)).length;
      return { host, frame, calls };
    }

    test(`[F-CH21] ${wire}: knows page and language, keeps the chat over a reload, and goes on with it`, {
      tag: '@core',
    }, async ({ page, problems }) => {
      const { host, frame, calls } = await open(page);
      await send(frame, question);
      await expect(log(frame)).toContainText(answer);

      const again = await reopen(page, host);
      await expect(log(again)).toContainText(greeting);
      await expect(mine(again)).toContainText(question);
      await expect(log(again)).toContainText(answer);
      await send(again, 'and what else');
      await expect(mine(again).last()).toContainText('and what else');
      // The session goes on: greeting, question, and this.
      await expect(log(again)).toContainText(wire === 'vendor' ? 'Message 3 of this session' : "I'm not sure");
      await expect(log(again).getByText(greeting)).toHaveCount(1);
      const [company, vendor] = [await calls('/bot/v2/'), await calls('/web-chat/northwind-web-chat/message')];
      expect(wire === 'vendor' ? [company, vendor] : [company > 3, vendor]).toEqual(
        wire === 'vendor' ? [0, 3] : [true, 0],
      );
      expect(problems.uncaught).toEqual([]);
    });
  });
}
