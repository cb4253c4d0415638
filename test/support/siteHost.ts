import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guides } from '../pages/guides/guides.ts';
import { writeSite } from '../pages/site.ts';
import { startHeadersFileHost } from './headersFileHost.ts';

/** The pages of the static site. */
export const sitePaths: readonly string[] = ['/playground/', ...guides.map(({ name }) => `/guides/${name}/`)];

/** Writes the static site for a widget to a temporary folder, and serves it. */
export async function startSiteHost(widgetUrl: string): Promise<{ url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  await writeSite(widgetUrl, folder);
  const server = await startHeadersFileHost(folder, '');
  return {
    url: server.url,
    close: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
