import type { ChannelPorts } from '../../frame/chat/channel.ts';
import type { ServiceIdentity } from '../../frame/identity/identityStore.ts';
import { fakeVisitor } from './fakeChannelPorts.ts';
import { signedInHost } from './fakeXmppServer.ts';
import { createXmppBench } from './xmppBench.ts';

/** A visitor of the page, with the tokens that the broker has for them. */
export function createPerson(isSignedIn = true) {
  const person = {
    isSignedIn,
    userId: 'iui-mia' as string | undefined,
    consumerId: 'mia',
    /** What the broker gives when a stored token does, and when that one was refused. */
    stored: 'token-1' as string | undefined,
    fresh: 'token-2' as string | undefined,
    asked: [] as string[],
  };
  const answer = (token: string | undefined): ServiceIdentity => ({
    ...{ consumerId: person.consumerId, token, isLoggedIn: true, isNew: false, firstName: undefined },
    ...{ skillName: undefined, unread: 0, agentStatus: 'unknown' },
  });
  const ports: Partial<ChannelPorts> = {
    visitor: () => ({ ...fakeVisitor, isSignedIn: person.isSignedIn, userId: person.userId }),
    identity: {
      async find(service) {
        person.asked.push(`find ${service}`);
        return answer(person.stored);
      },
      async refresh(service) {
        person.asked.push(`refresh ${service}`);
        person.stored = person.fresh;
        return answer(person.fresh);
      },
      onChange: () => {},
    },
  };
  return Object.assign(person, { ports });
}

export type Person = ReturnType<typeof createPerson>;

/** The channel on a server in memory, which knows Mia. */
export function createPersonBench(person: Person, section: Record<string, unknown> = {}) {
  const bench = createXmppBench({ ports: person.ports, section: { signedInHost, ...section } });
  bench.server.accept('mia', 'token-1');
  const frames: string[] = [];
  bench.server.faults.faultUp = (text) => {
    frames.push(text);
    return 'pass';
  };
  return { ...bench, frames };
}

type Loaded = Pick<ReturnType<typeof createPersonBench>, 'channel' | 'fakes'>;

export async function start({ channel, fakes }: Loaded): Promise<void> {
  const started = channel.start({ startType: 'menu' });
  await fakes.clock.advance(200);
  await started;
}

export async function say({ channel, fakes }: Loaded, text: string): Promise<void> {
  void channel.send({ id: text, text });
  await fakes.clock.advance(200);
}

export const accountsOf = ({ server }: ReturnType<typeof createPersonBench>) => [...server.accounts.keys()];
