import { hostElementId } from '../../../bridge/wire.ts';
import { earlyPill } from '../../pages/earlyPill.ts';
import { escapeHtml } from '../../pages/template.ts';
import { sandboxDeployment } from '../../sandbox/deployment.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { createContactService } from '../../sandbox/services/contact.ts';
import type { Candidate, Served } from './candidate.ts';
import { createTally } from './tally.ts';

const inShadow = (selector: string): string =>
  `document.getElementById('${hostElementId}')?.shadowRoot?.querySelector('${selector}')`;

/** The product with its sandbox on a site of its own. `hasEarlyPill`: the page says what the pill looks like, as with the peers. */
async function startOurs(deployment: 'full' | 'contact', hasEarlyPill = true): Promise<Served> {
  const tally = createTally();
  const root = process.cwd();
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    distDir: `${root}/dist`,
    pagesDir: `${root}/test/pages`,
    onServer(server, name) {
      if (name !== 'host') tally.watch(server, name === 'vendors' ? 'services' : name);
    },
    ...(deployment === 'full' ? {} : contactOnly),
  });
  if (deployment === 'contact') {
    await fetch(`${sandbox.controlUrl}/__sandbox/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ without: ['scheduling', 'chat', 'sms', 'support'] }),
    });
  }
  return {
    head: `<script async src="${sandbox.widgetUrl}/loader.js" data-focus-area="cloud" ${hasEarlyPill ? pillAttribute : ''}></script>`,
    linkAttribute: 'data-contact-link="contact"',
    launcher: { page: inShadow('button') },
    usable: { page: inShadow('iframe'), frame: `document.querySelector('[data-block]')` },
    tally,
    close: sandbox.close,
  };
}

const pillAttribute = `data-pill="${escapeHtml(earlyPill({ lang: 'en-US', text: "Let's talk" }))}"`;

/** The contact service alone, as in the deployment file that the build ships. */
const contactOnly = {
  services: (urls: Parameters<typeof sandboxDeployment>[0]) => [createContactService({ ...urls, now: Date.now })],
  config(urls: Parameters<typeof sandboxDeployment>[0]) {
    const { allowedHosts, contact } = sandboxDeployment(urls);
    return { allowedHosts, contact };
  },
};

export const ours: readonly Candidate[] = [
  { id: 'ours', title: 'ours', limits: 'full', start: () => startOurs('full') },
  { id: 'ours-contact', title: 'ours, links only', limits: 'contact', start: () => startOurs('contact') },
  {
    id: 'ours-late',
    title: 'ours, no data-pill',
    limits: 'full',
    start: () => startOurs('full', false),
  },
];
