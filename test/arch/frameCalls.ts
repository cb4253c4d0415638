import { type Source, withoutComments } from '../support/sources.ts';

/** Code that sends something: calls and reports, files, scripts, style sheets and pictures, sockets. */
const sendingPatterns: readonly RegExp[] = [
  // A call of `CallBackend`, whose first argument is the request.
  /(?<![\w$])call\s*\(\s*(?:\{|request\))/,
  /\bbeacon\??\.(?:post|get|leave)\s*\(/,
  /\btypeof fetch\b|\bfetch\.bind\b|(?<![\w$.])fetch\s*\(|\bports\.fetch\s*\(/,
  /\bsendBeacon\s*\(/,
  /\bput\s*\(\s*\{\s*url\b/,
  /\bload(?:Jsonp)?\s*\(\s*url\s*,/,
  /\bcreateElement\(\s*'(?:script|link|iframe|img|object|embed|audio|video)'\s*\)/,
  /<(?:img|iframe|embed|audio|video)\b/,
  /\bnew (?:WebSocket|EventSource|XMLHttpRequest|Image)\b/,
];

/** Whether a module sends anything to a server, or gives other modules the means to. */
export function isSender({ text }: Source): boolean {
  const code = withoutComments(text);
  return sendingPatterns.some((pattern) => pattern.test(code));
}

/** The calls that a module makes, by service and id in the documents, or why no document has them. */
export type Declared = readonly string[] | { readonly reason: string };

const of = (service: string, ...ids: readonly string[]): readonly string[] => ids.map((id) => `${service} ${id}`);
const lookups = ['plain', 'request-ip', 'with-rules', 'skip-rules', 'landing', 'focus-area'].map(
  (one) => `lookup-${one}`,
);

/** Every module of the frame that sends something to a server. `test/services/contracts/` declares the calls. */
export const frameCalls: Readonly<Record<string, Declared>> = {
  // contact.ts, inquiry.ts, privacy.ts
  'frame/contact/api.ts': of('contact', ...lookups, 'keys'),
  'frame/contact/clientInfo.ts': of('contact', 'client-info'),
  'frame/contact/file/contactFile.ts': of('contact', 'contact-file'),
  'frame/contact/form/api.ts': of('messages', 'send'),
  'frame/contact/privacy/api.ts': of('privacy', 'delete', 'export'),
  // scheduler.ts, notice.ts
  'frame/scheduler/api.ts': of(
    'scheduler',
    ...['availability', 'lookup', 'book', 'move', 'cancel', 'find', 'survey', 'classify', 'feedback'],
  ),
  'frame/scheduler/vendorNotice.ts': of('notice', 'notice'),
  // broker.ts, geo.ts
  'frame/identity/brokerApi.ts': of('broker', 'session', 'identity', 'sign-in-token', 'profile-token', 'log'),
  'frame/identity/revokeTokens.ts': of('broker', 'revoke'),
  'frame/identity/inAppFlag.ts': of('broker', 'settings'),
  'frame/identity/geoApi.ts': of('geo', 'client'),
  // gateway.ts, messagingDirectory.ts, messagingSocket.ts
  'frame/identity/monitor.ts': of('gateway', 'monitor', 'monitor-update'),
  'frame/identity/gatewayEngagement.ts': of('gateway', 'engagement'),
  'frame/chat/channels/async/api.ts': [
    ...of('gateway', 'engagement-status', 'agent', 'skill', 'availability', 'attributes'),
    ...of('messaging-directory', 'domain'),
  ],
  'frame/chat/channels/async/connection/messagingSocket.ts': ['messaging'],
  // liveChat.ts
  'frame/chat/channels/sync/originSearch.ts': of('live-chat', 'domain'),
  'frame/chat/channels/sync/chatRest.ts': of(
    'live-chat',
    ...['account', 'request', 'chat', 'event', 'typing', 'survey', 'survey-answers'],
  ),
  'frame/chat/channels/sync/engagement.ts': of('live-chat', 'engagement', 'engagement-of-visitor'),
  'frame/chat/channels/ground/agentProfile.ts': [
    ...of('messaging-directory', 'profile'),
    ...of('live-chat', 'profile'),
  ],
  // xmpp.ts
  'frame/chat/channels/xmpp/transport.ts': ['xmpp'],
  'frame/chat/channels/xmpp/upload.ts': of('xmpp-files', 'put'),
  // bot.ts
  'frame/chat/channels/bot/api.ts': of('bot', 'status', 'message', 'history', 'rate', 'update'),
  'frame/chat/channels/bot/availability.ts': of('bot', 'employee-check'),
  // offers.ts
  'frame/outreach/api.ts': of('offers', 'offers', 'answer'),
  // analytics.ts, experiments.ts
  'frame/insight/analytics/analyticsStore.ts': of('analytics', 'events'),
  'frame/insight/experiments/api.ts': of('experiments', 'datafile'),
  'frame/insight/experiments/experimentStore.ts': of('experiments', 'report', 'report-by-get'),
  // vendorFiles.ts
  'frame/chat/channels/support/loadSupportSdk.ts': of('vendor-files', 'support-script'),
  'frame/chat/channels/assistant/transport.ts': of('vendor-files', 'assistant-script'),
  'frame/outreach/loadInAppSdk.ts': of('vendor-files', 'in-app-script'),
  'frame/shell/loadVendorFiles.ts': of('vendor-files', 'notice-script', 'support-styles', 'font-styles'),

  'frame/insight/analytics/reportCalls.ts': { reason: 'forwards and counts the calls of other modules' },
  'frame/platform/backend/request.ts': { reason: 'sends the calls of other modules' },
  'frame/platform/backend/beacon.ts': { reason: 'sends the reports of other modules' },
  'frame/platform/backend/putFile.ts': { reason: 'sends the files of other modules' },
  'frame/platform/backend/loadDeployment.ts': {
    reason: 'config.json of the widget’s own origin, which config.schema.json describes',
  },
  'frame/platform/reopen.ts': { reason: 'the document itself, on the widget’s own origin' },
  'frame/platform/loadJsonpScript.ts': { reason: 'loads the scripts of other modules' },
  'frame/main.ts': { reason: 'passes the browser’s fetch to other modules' },
  'frame/compose/core.ts': { reason: 'passes the browser’s fetch to other modules' },
  'frame/platform/backend/plan.ts': { reason: 'the types of a call' },
  'frame/ui/Picture.tsx': {
    reason: 'a picture, at an address that the answer of a service has; the answer is described',
  },
};
