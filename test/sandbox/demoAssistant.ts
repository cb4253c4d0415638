import type { AddressInfo } from 'node:net';
import { createAnswers, pageSettings, readPages } from '../assistant/pages.mjs';
import { answersOf, createAssistant, serverSettings } from '../assistant/server.mjs';
import type { SandboxUrls } from './services/all.ts';

export interface DemoAssistant {
  readonly url: string;
  close(): Promise<void>;
}

export interface DemoAssistantOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** A folder of pages, or a file with a function. Default: the guides of the playground. */
  readonly source?: string | undefined;
  /** Who takes over. Default: the agents of the page. */
  readonly handover?: { readonly service: string; readonly skill: string } | undefined;
}

/** The assistant of `test/assistant/`. The language model comes from the environment, and so does the address of pages of your own. */
export async function startDemoAssistant(
  urls: Pick<SandboxUrls, 'hostUrl' | 'widgetUrl'>,
  { port, source, handover }: DemoAssistantOptions,
): Promise<DemoAssistant> {
  const answer = source === undefined ? answersOfGuides(urls) : (await answersOf(source, process.env)).answer;
  const server = createAssistant({
    ...{ answer, origin: urls.widgetUrl },
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

function answersOfGuides({ hostUrl, widgetUrl }: Pick<SandboxUrls, 'hostUrl' | 'widgetUrl'>) {
  const pages = readPages('test/pages/guides').map(({ name, markdown }) => ({
    name,
    markdown: markdown.replaceAll('{widget}', widgetUrl),
  }));
  return createAnswers({ ...pageSettings(process.env), pages, pageUrl: `${hostUrl}/guides/{page}/` });
}
