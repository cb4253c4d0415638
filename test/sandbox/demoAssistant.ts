import type { AddressInfo } from 'node:net';
import { createAnswers, pageSettings, readPages } from '../assistant/pages.mjs';
import { createAssistant, serverSettings } from '../assistant/server.mjs';
import type { SandboxUrls } from './services/all.ts';

export interface DemoAssistant {
  readonly url: string;
  close(): Promise<void>;
}

export interface DemoAssistantOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** A folder of pages. Default: the guides of the playground. */
  readonly folder?: string | undefined;
  /** Who takes over. Default: the agents of the page. */
  readonly handover?: { readonly service: string; readonly skill: string } | undefined;
}

/** The assistant of `test/assistant/`. The language model comes from the environment, and so does the address of pages of your own. */
export async function startDemoAssistant(
  { hostUrl, widgetUrl }: Pick<SandboxUrls, 'hostUrl' | 'widgetUrl'>,
  { port, folder, handover }: DemoAssistantOptions,
): Promise<DemoAssistant> {
  const own = pageSettings(process.env);
  const pages = readPages(folder ?? 'test/pages/guides').map(({ name, markdown }) => ({
    name,
    markdown: markdown.replaceAll('{widget}', widgetUrl),
  }));
  const pageUrl = folder === undefined ? `${hostUrl}/guides/{page}/` : own.pageUrl;
  const server = createAssistant({
    ...{ answer: createAnswers({ pages, ...own, pageUrl }), origin: widgetUrl },
    ...serverSettings(process.env),
    ...(handover ? { handover } : {}),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
