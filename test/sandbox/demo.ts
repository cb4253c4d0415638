import { type Converse, startConverse } from './converse.ts';
import type { DemoAssistant } from './demoAssistant.ts';
import { sandboxDeployment, withAssistant, withXmpp } from './deployment.ts';
import { type Prosody, prosodyPath, startProsody, whyNoProsodyAt } from './prosody.ts';
import { type Sandbox, startSandbox } from './server.ts';
import type { SandboxService } from './service.ts';
import { createAllServices } from './services/all.ts';

export interface DemoOptions {
  /** The first of eight ports. 0 picks free ones. */
  readonly port: number;
  readonly distDir: string;
  /** Whether people answer on a real XMPP server. */
  readonly wantsXmpp: boolean;
  /** Whether the assistant of `test/assistant/` answers in place of the sandbox's bot. */
  readonly wantsAssistant?: boolean;
  /** The folder of its pages. Default: the guides of the playground. */
  readonly pages?: string | undefined;
  /** The server's program. Default: the installed one. */
  readonly prosody?: string;
}

export interface Demo {
  /** What the person who started it reads. */
  readonly text: string;
  readonly sandbox: Sandbox;
  /** Where a person answers on XMPP; undefined without the server. */
  readonly converse: Converse | undefined;
  close(): Promise<void>;
}

/** Short names and a short password, to type them into another client. The server listens on loopback only. */
const names = { guestHost: 'guests.localhost', deskAddress: 'desk@chat.localhost' };
const password = 'desk';

/** Leads from the agent's page of the sandbox to Converse. */
const converseService = ({ url }: Converse): SandboxService => ({
  name: 'converse',
  routes: [{ method: 'GET', path: '/agent/xmpp', answer: () => ({ status: 302, headers: { location: `${url}/` } }) }],
  reset() {},
});

/** The services' own address has no service. Opened in a browser, it leads to the pages that a person can use. */
const startPage = (hostUrl: string): SandboxService => {
  const links = [
    ['/agent', 'Answer visitors as an agent'],
    ['/status', 'What the contact service offers now'],
    [`${hostUrl}/`, 'The host demo'],
  ].map(([address, text]) => `<li><a href="${address}">${text}</a></li>`);
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Services of the sandbox</title>
<h1>Services of the sandbox</h1><p>The widget calls them here. A person can use:</p><ul>${links.join('')}</ul></html>`;
  return {
    name: 'start page',
    routes: [{ method: 'GET', path: '/', answer: () => ({ body, type: 'text/html; charset=utf-8' }) }],
    reset() {},
  };
};

/** The product with its sandbox, and on demand with an XMPP server and its agent's page. */
export async function startDemo({
  port,
  distDir,
  wantsXmpp,
  wantsAssistant = false,
  pages,
  prosody: program = prosodyPath,
}: DemoOptions): Promise<Demo> {
  const missing = wantsXmpp ? whyNoProsodyAt(program) : undefined;
  const ports = port === 0 ? undefined : ([port + 3, port + 4] as const);
  const prosody = wantsXmpp && !missing ? await startProsody({ program, ports, password, names }) : undefined;
  const closers: (() => Promise<void>)[] = prosody ? [prosody.remove] : [];
  const close = async (): Promise<void> => {
    await Promise.all(closers.splice(0).map((one) => one()));
  };
  // The deployment is read with each page.
  let assistant: DemoAssistant | undefined;
  try {
    const login = { address: names.deskAddress, password };
    const converse = prosody && (await startConverse(port === 0 ? 0 : port + 6, prosody, login));
    if (converse) closers.push(converse.close);
    const sandbox = await startSandbox({
      port,
      distDir,
      config(urls) {
        const own = prosody ? withXmpp(sandboxDeployment(urls), prosody.port, { names }) : sandboxDeployment(urls);
        return assistant ? withAssistant(own, assistant.url) : own;
      },
      services: (urls) => [
        ...createAllServices(urls),
        startPage(urls.hostUrl),
        ...(converse ? [converseService(converse)] : []),
      ],
    });
    closers.push(sandbox.close);
    if (wantsAssistant) {
      const { startDemoAssistant } = await import('./demoAssistant.ts');
      const handover = prosody && { service: 'xmpp', skill: 'sales' };
      assistant = await startDemoAssistant(sandbox, { port: port === 0 ? 0 : port + 7, source: pages, handover });
      closers.push(assistant.close);
    }
    return {
      text: textOf(sandbox, missing, {
        people: prosody && converse && { prosody, converse },
        assistant,
        pages,
      }),
      sandbox,
      converse,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function textOf(
  sandbox: Sandbox,
  missing: string | undefined,
  {
    people,
    assistant,
    pages,
  }: {
    readonly people: { readonly prosody: Prosody; readonly converse: Converse } | undefined;
    readonly assistant: DemoAssistant | undefined;
    readonly pages: string | undefined;
  },
): string {
  const place = (address: string, use: string): string => `  ${address.padEnd(36)} ${use}`;
  const lines = [
    ...(missing ? [`Without people on XMPP: ${missing}`, ''] : []),
    'Try',
    place(`${sandbox.hostUrl}/?panel=open`, 'change the language, the focus area, faults'),
    place(`${sandbox.hostUrl}/playground`, 'every setting with a preview, and what to copy'),
    place(`${sandbox.hostUrl}/pages`, 'every host page: strict CSP, hostile CSS, Arabic, single-page app …'),
    place(`${sandbox.servicesUrl}/agent`, 'answer visitors as an agent'),
    ...(people
      ? [
          '',
          'People on XMPP',
          place(`${sandbox.servicesUrl}/agent/xmpp`, `answer visitors in Converse, logged in as ${names.deskAddress}`),
          place(`${sandbox.hostUrl}/?focusArea=xmpp`, 'write to them, or choose XMPP as the chat product in the panel'),
          place(`127.0.0.1:${people.prosody.agentPort}`, `other clients, without encryption, password ${password}`),
        ]
      : []),
    ...(assistant
      ? [
          '',
          `The assistant answers in the chat, from ${pages ?? 'the guides of the playground'}`,
          place(`${sandbox.hostUrl}/guides/sites/`, 'ask it something, then ask for a person'),
        ]
      : []),
    '',
    'Press Ctrl-C to stop.',
    '',
    `Host demo   ${sandbox.hostUrl}`,
    `Widget      ${sandbox.widgetUrl}/loader.js`,
    `Services    ${sandbox.servicesUrl}`,
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}
