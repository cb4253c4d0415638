import type { ChatDesk } from '../live/chatDesk.ts';
import { wireTime } from '../live/chatWire.ts';
import { agents } from '../live/desk.ts';
import type { MessagingDesk } from '../live/messagingDesk.ts';
import type { Visits } from '../live/visits.ts';
import {
  fieldsOf,
  type SandboxAnswer,
  type SandboxRequest,
  type SandboxRoute,
  type SandboxService,
} from '../service.ts';

export interface LiveChatOptions {
  readonly vendorsUrl: string;
  readonly chat: ChatDesk;
  readonly messaging: MessagingDesk;
  /** Hears who the visitors are. */
  readonly visits?: Visits;
}

/** The agents' vendor: domain lookup, engagements, live chat over REST, messaging over a websocket, agent profiles. */
export function createLiveChatService({ vendorsUrl, chat, messaging, visits: known }: LiveChatOptions): SandboxService {
  const host = vendorsUrl.replace(/^https?:\/\//, '');
  let isAvailable = true;
  let visits = 0;
  /** The session of each visitor. */
  const sessions = new Map<string, string>();
  let surveys: unknown[] = [];

  const refusal = (status: number, message: string, internalCode: number): SandboxAnswer => ({
    status,
    body: { error: { time: wireTime(Date.now()), message, internalCode } },
  });

  function withChat(
    request: SandboxRequest,
    act: (found: NonNullable<ReturnType<ChatDesk['find']>>) => SandboxAnswer,
  ): SandboxAnswer {
    const found = chat.find(request.params.chat ?? '');
    return found ? act(found) : refusal(404, 'The chat does not exist.', 0);
  }

  const baseOf = ({ params }: SandboxRequest): string =>
    `${vendorsUrl}/api/account/${params.account}/chat/${params.chat}`;

  /** Refuses what the real service refuses: calls without its key, and a POST without the override header where it expects PUT. */
  function guarded(route: SandboxRoute): SandboxRoute {
    return {
      ...route,
      vendor: 'cors',
      answer(request) {
        const { headers, query } = request;
        if (!/^LivePerson appKey=\w+$/.test(headers.authorization ?? '')) {
          return refusal(401, 'Bad authorization', 5);
        }
        if (query.get('v') !== '1') return refusal(400, 'version', 33);
        const isPut = /\/(visitorTyping|exitSurvey)$/.test(request.path) && request.method === 'POST';
        if (isPut && headers['x-http-method-override'] !== 'PUT') {
          return refusal(405, 'POST', 0);
        }
        if (request.path.includes('/chat/') && query.get('NC') !== 'true') {
          return refusal(400, 'NC', 5);
        }
        return route.answer(request);
      },
    };
  }

  const takeEvent = (request: SandboxRequest): SandboxAnswer =>
    withChat(request, (found) => {
      const event = (request.body as { event?: Record<string, unknown> } | undefined)?.event ?? {};
      if (event['@type'] === 'line') {
        if (found.state === 'ended') return refusal(400, 'The chat has ended.', 0);
        const id = chat.addLine(found, String(event.text ?? ''));
        return { status: 201, headers: { Location: `${baseOf(request)}/events/${id}` } };
      }
      if (event.state === 'ended') chat.end(found, 'visitor');
      return { status: 201 };
    });

  const takeTyping = (request: SandboxRequest): SandboxAnswer =>
    withChat(request, (found) => {
      found.isVisitorTyping = (request.body as { visitorTyping?: string } | undefined)?.visitorTyping === 'typing';
      return { status: 200, body: {} };
    });

  const takeSurvey = (request: SandboxRequest): SandboxAnswer =>
    withChat(request, () => {
      surveys.push(request.body);
      return { status: 200, body: {} };
    });

  const engage = ({ query, body, params }: SandboxRequest): SandboxAnswer => {
    const { appType } = fieldsOf(body);
    const refuse = (status: number, message: string, internalCode: number): SandboxAnswer => ({
      status,
      body: { time: Date.now(), message, internalCode },
    });
    if (query.get('v') !== '1.0') return refuse(400, 'v', 33);
    if (appType !== 'EXTERNAL' && appType !== 'MSDK') return refuse(400, 'appType', 5);
    const sid = query.get('sid');
    if (params.visitor !== undefined && !sessions.has(params.visitor)) return refuse(404, 'visitorId', 37);
    if (sid !== null && sid !== sessions.get(params.visitor ?? '')) return refuse(404, 'sessionId', 39);
    visits += 1;
    const visitorId = params.visitor ?? `visitor-${visits}`;
    const sessionId = sid ?? `session-${visits}`;
    sessions.set(visitorId, sessionId);
    known?.engaged(visitorId, body);
    const ids = { sessionId, visitorId, pageId: '4743822558' };
    if (!isAvailable) return { body: { status: 'NotAvailable', ...ids } };
    return {
      body: {
        status: 'Available',
        ...ids,
        engagementDetails: {
          campaignId: '3346848610',
          engagementId: '3562981110',
          contextId: '1',
          windowId: '3346847910',
          language: 'en-US',
          engagementRevision: 44,
          validForSeconds: 900,
          skillId: 23,
          skillName: skillOf(body),
          connectorId: '568046210',
        },
      },
    };
  };

  const chatPath = '/api/account/:account/chat/:chat';
  return {
    name: 'liveChat',
    routes: [
      {
        method: 'GET',
        vendor: 'cors',
        path: '/api/account/:account/service/:service/baseURI.json',
        answer: ({ params }) => ({ body: { service: params.service, account: params.account, baseURI: host } }),
      },
      {
        method: 'GET',
        vendor: 'none',
        path: '/csdr/account/:account/service/:service/baseURI.lpCsds',
        answer: ({ query }) => ({
          body: `${(query.get('cb') ?? 'cb').replace(/\W/g, '')}(${JSON.stringify({ ResultSet: { lpData: [{ lpServer: host }] } })})`,
          type: 'text/javascript',
        }),
      },
      { method: 'POST', vendor: 'cors', path: '/api/account/:account/app/engagement/visitors', answer: engage },
      {
        method: 'POST',
        vendor: 'cors',
        path: '/api/account/:account/app/engagement/visitors/:visitor',
        answer: engage,
      },
      {
        method: 'GET',
        vendor: 'cors',
        path: '/api/account/:account/configuration/le-users/users/:agent',
        answer: ({ params }) => {
          const agent = agents.find((one) => one.id === params.agent);
          return agent
            ? { body: { nickname: agent.nickname, fullName: agent.fullName, employeeId: agent.id, pictureUrl: '' } }
            : { status: 404, body: { message: 'no such user' } };
        },
      },
      ...(
        [
          {
            method: 'GET',
            path: '/api/account/:account',
            answer: ({ params }) => ({
              body: {
                link: [
                  {
                    '@rel': 'chat-request',
                    '@href': `${vendorsUrl}/api/account/${params.account?.replace('.json', '')}/chat/request`,
                  },
                ],
              },
            }),
          },
          {
            method: 'POST',
            path: '/api/account/:account/chat/request',
            answer: ({ params, body }) => {
              const opened = chat.open((body as { request?: Record<string, unknown> } | undefined)?.request ?? {});
              const address = `${vendorsUrl}/api/account/${params.account}/chat/${opened.id}`;
              return {
                status: 201,
                headers: { Location: address },
                body: { chatLocation: { link: { '@rel': 'location', '@href': address } } },
              };
            },
          },
          {
            method: 'GET',
            path: chatPath,
            answer: (request) =>
              withChat(request, (found) => ({
                body: chat.describe(found, baseOf(request), Number(request.query.get('from') ?? 0)),
              })),
          },
          { method: 'POST', path: `${chatPath}/events`, answer: takeEvent },
          { method: 'POST', path: `${chatPath}/info/visitorTyping`, answer: takeTyping },
          { method: 'PUT', path: `${chatPath}/info/visitorTyping`, answer: takeTyping },
          {
            method: 'GET',
            path: `${chatPath}/exitSurvey`,
            answer: (request) => withChat(request, (found) => ({ body: chat.survey(found) ?? {} })),
          },
          { method: 'POST', path: `${chatPath}/exitSurvey`, answer: takeSurvey },
          { method: 'PUT', path: `${chatPath}/exitSurvey`, answer: takeSurvey },
        ] satisfies SandboxRoute[]
      ).map(guarded),
    ],
    sockets: [
      {
        path: '/ws_api/account/:account/messaging/consumer',
        isVendor: true,
        connect(socket) {
          const connection = messaging.connect({
            send: (text) => socket.send(text),
            close: (code) => socket.close(code),
          });
          socket.on('message', (data) => connection.receive(String(data)));
          socket.on('close', () => connection.closed());
        },
      },
    ],
    control(command, body) {
      if (command === 'surveys') return { body: { surveys } };
      if (command !== 'liveChat') return undefined;
      isAvailable = body.available !== false;
      if (typeof body.skewMs === 'number') chat.skewMs = body.skewMs;
      if (body.restart === 'kept' || body.restart === 'lost') chat.restart(body.restart, Number(body.firstNumber ?? 0));
      return { body: { available: isAvailable, skewMs: chat.skewMs } };
    },
    reset() {
      isAvailable = true;
      visits = 0;
      sessions.clear();
      surveys = [];
      chat.reset();
      messaging.reset();
    },
  };
}

/** The skill of the engagement that was asked for. Without one, the account's first. */
function skillOf(body: unknown): string {
  const { consumerSections } = fieldsOf(body);
  const [section]: readonly unknown[] = Array.isArray(consumerSections) ? consumerSections : [];
  return typeof section === 'string' && section !== 'v18' ? section : 'cloud-sales';
}
