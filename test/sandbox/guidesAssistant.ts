import type { AddressInfo } from 'node:net';
import { createAssistant, readPages } from '../assistant/server.mjs';
import type { SandboxUrls } from './services/all.ts';

export interface GuidesAssistant {
  readonly url: string;
  close(): Promise<void>;
}

export interface GuidesAssistantOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** The folder of the guides. Default: that of the repository, whose top level is the working directory. */
  readonly folder?: string;
  /** Who takes over. Default: the agents of the page. */
  readonly handover?: { readonly service: string; readonly skill: string } | undefined;
}

/** The assistant of `test/assistant/`, which answers from the guides of the playground. */
export async function startGuidesAssistant(
  { hostUrl, widgetUrl }: Pick<SandboxUrls, 'hostUrl' | 'widgetUrl'>,
  { port, folder = 'test/pages/guides', handover }: GuidesAssistantOptions,
): Promise<GuidesAssistant> {
  const pages = readPages(folder).map(({ name, markdown }) => ({
    name,
    markdown: markdown.replaceAll('{widget}', widgetUrl),
  }));
  const server = createAssistant({
    pages,
    origin: widgetUrl,
    pageUrl: `${hostUrl}/guides/{page}/`,
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
