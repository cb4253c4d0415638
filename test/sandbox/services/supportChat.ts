import type { SandboxService } from '../service.ts';

/**
 * The support-chat provider's deployment script and chat window. `POST /__sandbox/supportChat {"available": false}` takes
 * the agents offline; the script notices it on its next ping.
 */
export function createSupportChatService(): SandboxService {
  let isAvailable = true;
  return {
    name: 'supportChat',
    routes: [
      {
        method: 'GET',
        path: '/support-chat/deployment.js',
        vendor: 'none',
        answer: () => ({ body: deploymentScript, type: 'text/javascript; charset=utf-8' }),
      },
      {
        method: 'GET',
        path: '/support-chat/rest/Visitor/Availability.jsonp',
        vendor: 'none',
        answer: ({ query }) => {
          const ids = (query.get('Availability.ids') ?? '[]').replace(/^\[|\]$/g, '').split(',');
          const results = ids.filter(Boolean).map((id) => ({ id, isAvailable }));
          const body = { messages: [{ type: 'Availability', message: { results } }] };
          const callback = (query.get('callback') ?? '').replace(/[^\w.]/g, '');
          return { body: `${callback}(${JSON.stringify(body)})`, type: 'text/javascript; charset=utf-8' };
        },
      },
      {
        method: 'POST',
        path: '/support-chat/start',
        vendor: 'none',
        answer: () => ({ body: chatWindow, type: 'text/html; charset=utf-8' }),
      },
    ],
    control(command, body) {
      if (command !== 'supportChat') return undefined;
      if (typeof body.available === 'boolean') isAvailable = body.available;
      return { body: { available: isAvailable } };
    },
    reset() {
      isAvailable = true;
    },
  };
}

/**
 * The part of the provider's script that the widget uses. Only a button that is registered before `init` has events. It pings by
 * JSONP, every second to keep a demo responsive. After a ping that is not answered within five seconds, it reports every button as
 * unavailable and pings no more. A chat starts with a form that the document posts to a new window.
 */
const deploymentScript = `'use strict';
(() => {
  const base = new URL('.', document.currentScript.src).href.replace(/\\/$/, '');
  const buttons = new Set();
  const handlers = new Map();
  const availability = new Map();
  const size = {width: 482, height: 450};
  let pinging;
  let timeout;
  function register(id) {
    if (!pinging) buttons.add(id);
  }
  function ping() {
    const script = document.createElement('script');
    const ids = '[' + [...buttons].join(',') + ']';
    const query = '?Availability.ids=' + encodeURIComponent(ids) + '&callback=liveagent._.handlePing';
    script.src = base + '/rest/Visitor/Availability.jsonp' + query;
    script.onload = script.onerror = () => script.remove();
    document.head.append(script);
    timeout ??= setTimeout(disconnect, 5000);
  }
  function disconnect() {
    clearInterval(pinging);
    for (const id of buttons) setState(id, false);
  }
  function setState(id, isAvailable) {
    if (!buttons.has(id) || availability.get(id) === isAvailable) return;
    availability.set(id, isAvailable);
    for (const handler of handlers.get(id) ?? []) handler(isAvailable ? 'BUTTON_AVAILABLE' : 'BUTTON_UNAVAILABLE');
  }
  function handlePing({messages}) {
    clearTimeout(timeout);
    timeout = undefined;
    for (const {id, isAvailable} of messages[0].message.results) setState(id, isAvailable);
  }
  window.liveagent = {
    _: {handlePing},
    BUTTON_EVENT: {BUTTON_AVAILABLE: 'BUTTON_AVAILABLE', BUTTON_UNAVAILABLE: 'BUTTON_UNAVAILABLE'},
    showWhenOnline: register,
    showWhenOffline: register,
    addButtonEventHandler(id, handler) {
      if (!pinging) handlers.set(id, [...(handlers.get(id) ?? []), handler]);
    },
    init() {
      if (pinging) return;
      pinging = setInterval(ping, 1000);
      ping();
    },
    setChatWindowWidth: (px) => { size.width = px; },
    setChatWindowHeight: (px) => { size.height = px; },
    startChat(id) {
      if (availability.size === 0) throw new Error('startChat before the answer to init');
      window.open('', 'supportChat', 'width=' + size.width + ',height=' + size.height);
      const form = document.createElement('form');
      Object.assign(form, {method: 'POST', action: base + '/start', target: 'supportChat'});
      for (const [name, value] of Object.entries({id, ...size})) {
        form.append(Object.assign(document.createElement('input'), {type: 'hidden', name, value}));
      }
      document.body.append(form);
      form.submit();
    },
  };
  for (const run of window._laq ?? []) run();
})();
`;

const chatWindow = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Northwind Support</title>
<body>
<h1>Northwind Support</h1>
<p>You are number 1 in the queue. This window takes the place of the provider's chat.</p>
</body>
</html>
`;
