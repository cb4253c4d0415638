import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { headersFor } from '../../build.mjs';
import { createHostPages } from '../pages/hostPages.ts';
import { type SandboxDeployment, sandboxDeployment } from './deployment.ts';
import type { SandboxService } from './service.ts';
import { createAllServices, type SandboxUrls } from './services/all.ts';
import { createServicesHost } from './servicesHost.ts';
import { createWidgetHost } from './widgetHost.ts';

export interface SandboxOptions {
  /** Host pages here, widget on the next port, services on the one after. 0: three free ports. */
  readonly port: number;
  /** The built product. */
  readonly distDir: string;
  /** Name in the printed addresses; the servers listen on loopback only, whatever it says. Default `localhost`. */
  readonly host?: 'localhost' | '127.0.0.1';
  /** Where the demo pages' files are. Default `test/pages` of the working directory. */
  readonly pagesDir?: string;
  /** Default: every service of `services/all.ts`. */
  readonly services?: (urls: SandboxUrls) => readonly SandboxService[];
  /** Replaces the deployment that the widget origin answers as `frame/config.json`. */
  readonly config?: (urls: SandboxUrls) => SandboxDeployment;
}

export interface Sandbox extends SandboxUrls {
  /** Stops at once: held answers and websockets are broken, not waited for. */
  readonly close: () => Promise<void>;
}

const loopback = '127.0.0.1';

/** The build says by kind of file what the static origin must send. */
function productionHeaders(path: string, headers: ReturnType<typeof headersFor>): Record<string, string> {
  if (path === '/frame/index.html') return headers.document;
  if (path === '/frame/config.json') return headers.config;
  return path.startsWith('/frame/') ? headers.asset : headers.loader;
}

/** The company around the widget: its pages, the widget's origin and the services, on three loopback ports. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const name = options.host ?? 'localhost';
  const opened: Server[] = [];

  async function listen(server: Server, offset: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port === 0 ? 0 : options.port + offset, loopback, resolve);
    });
    opened.push(server);
  }
  const urlOf = (server: Server): string => `http://${name}:${(server.address() as AddressInfo).port}`;

  // The three need each other's addresses before the first call; with free ports these are known only once they listen.
  const urls = { hostUrl: '', widgetUrl: '', servicesUrl: '' };
  const createServices = options.services ?? createAllServices;
  const services = createServicesHost((): readonly SandboxService[] => createServices(urls));
  const config = (): SandboxDeployment =>
    Object.assign(
      (options.config ?? sandboxDeployment)(urls),
      ...services.services().map((service) => service.deployment?.()),
    );
  const widget = createWidgetHost({
    distDir: options.distDir,
    config,
    headersFor: (path) => productionHeaders(path, headersFor(config())),
  });
  const integrityFile = join(options.distDir, 'loader.js.sri');
  const host = createHostPages({
    pagesDir: options.pagesDir ?? 'test/pages',
    // Read anew each time, as the build may be.
    urls: () => ({
      ...urls,
      loaderIntegrity: existsSync(integrityFile) ? readFileSync(integrityFile, 'utf8').trim() : '',
    }),
  });

  async function close(): Promise<void> {
    services.closeConnections();
    await Promise.all(
      opened.map((server) => {
        server.closeAllConnections();
        return new Promise<void>((resolve) => server.close(() => resolve()));
      }),
    );
  }

  try {
    await listen(host, 0);
    await listen(widget, 1);
    await listen(services.server, 2);
  } catch (error) {
    await close();
    throw error;
  }
  urls.hostUrl = urlOf(host);
  urls.widgetUrl = urlOf(widget);
  urls.servicesUrl = urlOf(services.server);
  return { ...urls, close };
}
