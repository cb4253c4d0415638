import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import type { Candidate, Served } from './candidate.ts';
import { corsHeaders, type PackageServerOptions, startPackageServer } from './packageServer.ts';
import { fetchPackage } from './packages.ts';

/** What a page embeds, once the widget's origin is known. */
type Embedded = (origin: string) => Pick<Served, 'body' | 'launcher' | 'usable'> & { readonly head?: string };

async function serve(options: PackageServerOptions, embedded: Embedded): Promise<Served> {
  const server = await startPackageServer(options);
  return { head: '', ...embedded(server.origin), tally: server.tally, close: server.close };
}

const inShadowOf = (host: string, selector: string): string =>
  `document.querySelector('${host}')?.shadowRoot?.querySelector('${selector}')`;

async function startRocketChat(): Promise<Served> {
  const build = join(await fetchPackage('@rocket.chat/livechat', '1.13.3'), 'build');
  const config = {
    enabled: true,
    online: true,
    settings: { registrationForm: true, nameFieldRegistrationForm: true, emailFieldRegistrationForm: true },
    theme: { title: 'Chat', color: '#1d74f5' },
    messages: {},
    departments: [],
    triggers: [],
    resources: {},
  };
  return serve(
    {
      files: { '/livechat': readFileSync(join(build, 'index.html'), 'utf8') },
      folders: { '/livechat/': build },
      answers: {
        '/api/v1/livechat/config': () => ({ success: true, config }),
        '/api/v1/livechat/page.visited': () => ({ success: true }),
      },
    },
    (origin) => ({
      head: `<script>
(function (w, d, s, u) {
  w.RocketChat = function (c) { w.RocketChat._.push(c) }; w.RocketChat._ = []; w.RocketChat.url = u;
  var h = d.getElementsByTagName(s)[0], j = d.createElement(s);
  j.async = true; j.src = '${origin}/livechat/rocketchat-livechat.min.js?_=201903270000';
  h.parentNode.insertBefore(j, h);
})(window, document, 'script', '${origin}/livechat?serverUrl=${encodeURIComponent(origin)}');
</script>`,
      launcher: {
        page: `document.querySelector('.rocketchat-widget iframe')`,
        frame: `document.querySelector('[class*=screen__chat-button]')`,
      },
      usable: {
        page: `document.querySelector('.rocketchat-widget[data-state=opened] iframe')`,
        frame: `[...document.querySelectorAll('input, textarea, [contenteditable]')].find((field) => field.checkVisibility())`,
      },
    }),
  );
}

async function startDeepChat(): Promise<Served> {
  const folder = await fetchPackage('deep-chat', '2.4.2');
  // It is an element of the page, without a launcher: its text field takes the place.
  return serve({ folders: { '/dist/': join(folder, 'dist') } }, (origin) => ({
    head: `<script type="module" src="${origin}/dist/deepChat.bundle.js"></script>`,
    body: '<deep-chat demo="true" style="position:fixed;right:16px;bottom:16px"></deep-chat>',
    launcher: { page: inShadowOf('deep-chat', '#text-input') },
  }));
}

async function startCal(): Promise<Served> {
  const folder = await fetchPackage('@calcom/embed-core', '1.5.3');
  const snippet = readFileSync(
    join(await fetchPackage('@calcom/embed-snippet', '1.3.3'), 'dist/snippet.es.js'),
    'utf8',
  );
  const inline = snippet.slice(0, snippet.indexOf('export {'));
  // What opens is the booking page of the vendor's site, which no package contains.
  return serve({ folders: { '/embed/': join(folder, 'dist/embed') } }, (origin) => ({
    body: `<script>(() => {
${inline}
const Cal = r('${origin}/embed/embed.js');
Cal('init', { origin: '${origin}' });
Cal('floatingButton', { calLink: 'northwind/call' });
})()</script>`,
    launcher: { page: inShadowOf('cal-floating-button', 'button') },
  }));
}

async function startFlowise(): Promise<Served> {
  const folder = await fetchPackage('flowise-embed', '3.1.6');
  return serve(
    {
      folders: { '/dist/': join(folder, 'dist') },
      answers: {
        '/api/v1/public-chatbotConfig/demo': () => ({ uploads: {} }),
        '/api/v1/chatflows-streaming/demo': () => ({ isStreaming: true }),
      },
    },
    (origin) => ({
      body: `<script type="module">
import Chatbot from '${origin}/dist/web.js';
Chatbot.init({ chatflowid: 'demo', apiHost: '${origin}' });
</script>`,
      launcher: { page: inShadowOf('flowise-chatbot', 'button') },
      usable: { page: inShadowOf('flowise-chatbot', 'textarea') },
    }),
  );
}

async function startN8n(): Promise<Served> {
  const folder = await fetchPackage('@n8n/chat', '1.37.0');
  return serve(
    { folders: { '/dist/': join(folder, 'dist') }, answers: { '/webhook/chat': () => ({ data: [] }) } },
    (origin) => ({
      head: `<link href="${origin}/dist/style.css" rel="stylesheet">`,
      body: `<script type="module">
import { createChat } from '${origin}/dist/chat.bundle.es.js';
createChat({ webhookUrl: '${origin}/webhook/chat' });
</script>`,
      launcher: { page: `document.querySelector('.chat-window-toggle')` },
      usable: { page: `document.querySelector('.chat-window textarea')` },
    }),
  );
}

const botpressClient = '00000000-0000-4000-8000-000000000000';

/** The app of the package's readme: the chat and its button. */
const botpressApp = `import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Fab, Webchat } from '@botpress/webchat';
function App({ apiUrl }) {
  const [isOpen, setIsOpen] = useState(false);
  const place = { position: 'fixed', right: '20px' };
  return [
    h(Webchat, { key: 'chat', clientId: '${botpressClient}', apiUrl,
      style: { ...place, width: '400px', height: '600px', bottom: '90px', display: isOpen ? 'flex' : 'none' } }),
    h(Fab, { key: 'fab', onClick: () => setIsOpen(!isOpen), style: { ...place, bottom: '20px', width: '64px', height: '64px' } }),
  ];
}
const root = document.body.appendChild(document.createElement('div'));
root.id = 'botpress';
createRoot(root).render(h(App, { apiUrl: new URL(import.meta.url).origin }));`;

async function startBotpress(): Promise<Served> {
  const folder = await fetchPackage('@botpress/webchat', '4.5.2');
  // The package is a library: an adopter bundles it with React, here the project's own.
  const { outputFiles } = await esbuild.build({
    stdin: { contents: botpressApp, resolveDir: process.cwd() },
    alias: { '@botpress/webchat': resolve(folder, 'dist/index.js') },
    nodePaths: [resolve('node_modules')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    outdir: 'out',
  });
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const api = `/${botpressClient}`;
  const now = new Date(0).toISOString();
  const started = {
    conversation: { id: 'conversation', createdAt: now, updatedAt: now },
    user: { id: 'visitor', userKey: 'key', createdAt: now, updatedAt: now },
    messages: [],
    participants: [],
  };
  return serve(
    {
      files: { '/app.js': textOf('.js'), '/app.css': textOf('.css') },
      answers: {
        [`${api}/initialize`]: (request, response) => {
          response.writeHead(200, { ...corsHeaders(request), 'content-type': 'text/event-stream' });
          response.write(`data: ${JSON.stringify({ type: 'init', data: started })}\n\n`);
        },
        [`${api}/conversations`]: () => ({ conversations: [] }),
        [`${api}/events`]: () => ({ event: { id: 'event', payload: { data: {} } } }),
      },
    },
    (origin) => ({
      head: `<link rel="stylesheet" href="${origin}/app.css">`,
      body: `<script type="module" src="${origin}/app.js"></script>`,
      launcher: { page: `document.querySelector('.bpFabContainer')` },
      usable: { page: `document.querySelector('#botpress textarea')` },
    }),
  );
}

export const peers: readonly Candidate[] = [
  { id: 'rocket', title: 'Rocket.Chat 1.13.3', start: startRocketChat },
  { id: 'deep-chat', title: 'deep-chat 2.4.2', start: startDeepChat },
  { id: 'cal', title: 'Cal embed 1.5.3', start: startCal },
  { id: 'flowise', title: 'Flowise 3.1.6', start: startFlowise },
  { id: 'n8n', title: 'n8n 1.37.0', start: startN8n },
  { id: 'botpress', title: 'Botpress 4.5.2', start: startBotpress },
];
