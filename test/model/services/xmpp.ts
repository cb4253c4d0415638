import type { SocketLike } from '../../../frame/chat/connection/socket.ts';
import { type Arrival, createFakeXmppServer, deskAddress } from '../../support/fakeXmppServer.ts';
import type { Violation } from '../story.ts';
import type { ReferenceService, SocketEnd, Talk, TextArrival } from './service.ts';

export interface XmppService extends ReferenceService {
  readonly server: ReturnType<typeof createFakeXmppServer>;
  readonly broken: readonly Violation[];
  connect(link: { send(text: string): void; close(code: number): void }, by: string): XmppEnd;
}

export interface XmppEnd extends SocketEnd {
  /** The session handles nothing until `release` is called. Undefined if there is none, or another one is blocked. */
  block(): { release(): void } | undefined;
}

interface XmppTalk extends Talk {
  readonly user: string;
}

const agent = `${deskAddress}/agent`;
const gone = '<gone xmlns="http://jabber.org/protocol/chatstates"/>';

/** An XMPP server with a desk. A talk is what has the same thread. The desk knows of it with its first text. */
export function createXmppService({ now }: { readonly now: () => number }): XmppService {
  const talks = new Map<string, XmppTalk>();
  const arrivals: TextArrival[] = [];
  const refusals: number[] = [];
  const broken: Violation[] = [];
  const server = createFakeXmppServer({ now, arrived });
  let blocked: string | undefined;
  let era = 0;
  let count = 0;

  server.faults.bounce = () => {
    const refusal = refusals.shift();
    if (refusal === undefined) return undefined;
    return refusal === 400
      ? { condition: 'service-unavailable', type: 'cancel' }
      : { condition: 'resource-constraint', type: 'wait' };
  };

  const ownerOf = (user: string): string => server.accounts.get(user)?.owner ?? user;

  function arrived({ user, id, text, thread, isFarewell }: Arrival): void {
    const known = talks.get(thread);
    if (known && known.user !== user)
      broken.push({ rule: 'a talk goes on and ends in its account', about: `${thread} by ${user}: "${text}"` });
    if (isFarewell) {
      if (known) known.isOpen = false;
      return;
    }
    const talk = known ?? { id: thread, user, person: ownerOf(user), isOpen: true, events: [] };
    talks.set(thread, talk);
    talk.isOpen = true;
    arrivals.push({ text, by: ownerOf(user), talk, era });
    talk.events.push({ id, from: 'visitor', text });
  }

  const talkOf = ({ id }: Talk): XmppTalk | undefined => talks.get(id);

  return {
    server,
    get talks() {
      return [...talks.values()];
    },
    arrivals,
    refusals,
    broken,
    get era() {
      return era;
    },
    connect(link, by) {
      const socket: SocketLike = server.dial(by);
      socket.addEventListener('message', ({ data }) => link.send(String(data)));
      socket.addEventListener('close', ({ code }) => link.close(code));
      return {
        receive: (frame) => socket.send(frame),
        closed: () => socket.close(),
        block() {
          const user = server.userOf(socket);
          if (blocked !== undefined || user === undefined) return undefined;
          blocked = user;
          const { release } = server.block(socket);
          return {
            release() {
              blocked = undefined;
              release();
            },
          };
        },
      };
    },
    say(one) {
      const talk = talkOf(one);
      if (!talk?.isOpen || talk.user === blocked) return '';
      count += 1;
      const text = `answer ${count} to ${talk.person}`;
      const id = server.toVisitor(talk.user, { from: agent, body: text });
      talk.events.push({ id, from: 'agent', text });
      return text;
    },
    close(one) {
      const talk = talkOf(one);
      if (!talk?.isOpen) return;
      talk.isOpen = false;
      server.toVisitor(talk.user, { from: agent, extra: gone });
    },
    restart(keepsHistory) {
      if (!keepsHistory) {
        era += 1;
        for (const { archive } of server.accounts.values()) archive.splice(0);
        for (const { events } of talks.values()) events.splice(0);
      }
      server.restart();
    },
  };
}
