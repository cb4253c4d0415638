import { describe, expect, it } from 'vitest';
import {
  canLogIn,
  errorConditionOf,
  isAnswerTo,
  type LoginRequest,
  logIn,
  resumeIdOf,
} from '../../../../frame/chat/channels/xmpp/login.ts';
import type { Stream } from '../../../../frame/chat/channels/xmpp/stream.ts';
import { countOf } from '../../../../frame/chat/channels/xmpp/wire.ts';
import { parseXml, type XmlElement } from '../../../../frame/chat/channels/xmpp/xml.ts';

const guest = { user: 'visitor-1', password: 'gehéim' };

function parse(markup: string): XmlElement {
  const element = parseXml(markup);
  if (!element) throw new Error(`no markup: ${markup}`);
  return element;
}

const offer = (...mechanisms: string[]) =>
  `<mechanisms xmlns="urn:ietf:params:xml:ns:xmpp-sasl">${mechanisms.map((one) => `<mechanism>${one}</mechanism>`).join('')}</mechanisms>`;
const canRegister = '<register xmlns="http://jabber.org/features/iq-register"/>';
const management = '<sm xmlns="urn:xmpp:sm:3"/>';
const featuresOf = (inside: string) => parse(`<features xmlns="http://etherx.jabber.org/streams">${inside}</features>`);
const success = '<success xmlns="urn:ietf:params:xml:ns:xmpp-sasl"/>';
const failure = (inside = '') => `<failure xmlns="urn:ietf:params:xml:ns:xmpp-sasl">${inside}</failure>`;
const result = (id: string, inside = '') => `<iq xmlns="jabber:client" type="result" id="${id}">${inside}</iq>`;
const refusal = (id: string, condition: string) =>
  `<iq xmlns="jabber:client" type="error" id="${id}"><error><${condition} xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error></iq>`;
const bound = result(
  'bind',
  '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"><jid>visitor-1@guests.example/tab</jid></bind>',
);

interface Server {
  readonly before?: string;
  readonly after?: string;
  /** What the server says, in order. */
  readonly answers?: readonly string[];
}

/** Logs in on a stream whose server says what the test wants. */
function logInAt(
  { before = offer('PLAIN', 'ANONYMOUS'), after = '', answers = [success, bound] }: Server,
  more: Partial<LoginRequest> = {},
) {
  const sent: string[] = [];
  const opened: string[] = [];
  const registered: string[] = [];
  const queue = answers.map(parse);
  const timeouts: (number | undefined)[] = [];
  const stream: Pick<Stream, 'open' | 'send' | 'next'> = {
    async open(host) {
      opened.push(host);
      return featuresOf(opened.length === 1 ? before : after);
    },
    send: ({ xml }) => void sent.push(xml),
    async next(matches, timeoutMs) {
      timeouts.push(timeoutMs);
      const at = queue.findIndex(matches);
      const [element] = at < 0 ? [] : queue.splice(0, at + 1).slice(-1);
      if (!element) throw new Error('no answer');
      return element;
    },
  };
  let accounts = 0;
  const login = logIn(stream as Stream, {
    host: 'guests.example',
    account: guest,
    createAccount() {
      accounts += 1;
      return { user: `new-${accounts}`, password: 'p' };
    },
    onRegistered: ({ user }) => void registered.push(user),
    resume: undefined,
    ...more,
  });
  return { login, sent, opened, registered, timeouts };
}

describe('a login', () => {
  it('[F-AD2] sends the name and password in UTF-8, and asks for an address and for copies', async () => {
    const { login, sent, opened, registered } = logInAt({});
    expect(await login).toEqual({
      ...{ type: 'begun', address: 'visitor-1@guests.example/tab', manages: false, isNewAccount: false },
    });
    const secret = Buffer.from('\0visitor-1\0gehéim').toString('base64');
    expect(sent).toEqual([
      `<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">${secret}</auth>`,
      '<iq xmlns="jabber:client" type="set" id="bind"><bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/></iq>',
      '<iq xmlns="jabber:client" type="set" id="carbons"><enable xmlns="urn:xmpp:carbons:2"/></iq>',
    ]);
    expect([opened, registered]).toEqual([['guests.example', 'guests.example'], []]);
  });

  it('[F-AD2] asks for acknowledgements last, where the server has them', async () => {
    const { login, sent } = logInAt({ after: management });
    expect(await login).toMatchObject({ manages: true });
    expect(sent.at(-1)).toBe('<enable xmlns="urn:xmpp:sm:3" resume="true"/>');
  });

  it('[F-AD2] without an account has no password', async () => {
    const { login, sent, registered } = logInAt({}, { account: 'anonymous' });
    expect(await login).toMatchObject({ isNewAccount: false });
    expect(sent[0]).toBe('<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="ANONYMOUS"/>');
    expect(registered).toEqual([]);
  });

  it.each([
    ['<not-authorized/>', 'NOT_SIGNED_IN', 'not-authorized'],
    ['<account-disabled/>', 'CHANNEL_UNAVAILABLE', 'account-disabled'],
    ['<temporary-auth-failure/>', 'CHANNEL_UNAVAILABLE', 'temporary-auth-failure'],
    ['', 'CHANNEL_UNAVAILABLE', 'no reason'],
  ])('[F-AD2] that fails with "%s" is %s', async (inside, code, reason) => {
    const message = expect.stringContaining(`The server refused the login: ${reason}.`);
    await expect(logInAt({ answers: [failure(inside)] }).login).rejects.toMatchObject({ code, message });
  });

  it.each([
    [guest, 'ANONYMOUS', 'PLAIN'],
    ['anonymous' as const, 'PLAIN', 'ANONYMOUS'],
  ])('[F-AD2] of %j is not tried where the server only offers %s', async (account, offered, wanted) => {
    const { login, sent } = logInAt({ before: offer(offered) }, { account });
    const message = expect.stringContaining(`The server does not offer ${wanted}.`);
    await expect(login).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE', message });
    expect(sent).toEqual([]);
  });

  it('[F-AD2] fails without an address', async () => {
    const none = logInAt({ answers: [success, result('bind')] });
    await expect(none.login).rejects.toMatchObject({
      code: 'ANSWER_INVALID',
      message: expect.stringContaining('The server named no address.'),
    });
    const refused = logInAt({ answers: [success, refusal('bind', 'not-allowed')] });
    await expect(refused.login).rejects.toMatchObject({
      code: 'CHANNEL_UNAVAILABLE',
      message: expect.stringContaining('The server refused bind: not-allowed.'),
    });
  });
});

describe('a registration', () => {
  const newcomer = { account: undefined };

  it('[F-AD2] comes before the login, whose account is new', async () => {
    const { login, sent, registered } = logInAt({ answers: [result('register-1'), success, bound] }, newcomer);
    expect(await login).toMatchObject({ isNewAccount: true });
    expect(sent[0]).toBe(
      '<iq xmlns="jabber:client" type="set" id="register-1"><query xmlns="jabber:iq:register"><username>new-1</username><password>p</password></query></iq>',
    );
    expect(atob(/>(.*)</.exec(sent[1] ?? '')?.[1] ?? '')).toBe('\0new-1\0p');
    expect(registered).toEqual(['new-1']);
  });

  it('[F-AD2] takes another name once, if the first one is taken', async () => {
    const answers = [refusal('register-1', 'conflict'), result('register-2'), success, bound];
    const { login, registered } = logInAt({ answers }, newcomer);
    await login;
    expect(registered).toEqual(['new-2']);
  });

  it.each([
    [[refusal('register-1', 'conflict'), refusal('register-2', 'conflict')], 'conflict', 2],
    [[refusal('register-1', 'policy-violation'), result('register-2')], 'policy-violation', 1],
  ])('[F-AD2] fails otherwise', async (answers, condition, tries) => {
    const { login, sent, registered } = logInAt({ answers }, newcomer);
    await expect(login).rejects.toMatchObject({
      code: 'CHANNEL_UNAVAILABLE',
      message: expect.stringContaining(`The server refused to register a visitor: ${condition}.`),
    });
    expect([sent.length, registered]).toEqual([tries, []]);
  });
});

describe('a session of before', () => {
  const resume = { id: 's-1', received: 7 };

  it('[F-AD2] goes on with the count of the server', async () => {
    const { login, sent, timeouts } = logInAt(
      { after: management, answers: [success, '<resumed xmlns="urn:xmpp:sm:3" h="3"/>'] },
      { resume },
    );
    expect(await login).toEqual({ type: 'resumed', handled: 3 });
    expect(sent.at(-1)).toBe('<resume xmlns="urn:xmpp:sm:3" previd="s-1" h="7"/>');
    expect(timeouts.at(-1)).toBe(16_000);
  });

  it('[F-AD2] is replaced by a new one if the server does not know it, or resumes none', async () => {
    const failed = '<failed xmlns="urn:xmpp:sm:3"/>';
    const unknown = logInAt({ after: management, answers: [success, failed, bound] }, { resume });
    expect(await unknown.login).toMatchObject({ type: 'begun', manages: true });
    const none = logInAt({}, { resume });
    expect(await none.login).toMatchObject({ type: 'begun', manages: false });
    expect(none.sent.join()).not.toContain('resume');
  });

  it('[F-AD2] waits for the answer to its own question', async () => {
    const others = ['<resumed xmlns="urn:other" h="9"/>', '<r xmlns="urn:xmpp:sm:3"/>'];
    const answers = [success, ...others, '<resumed xmlns="urn:xmpp:sm:3" h="3"/>'];
    expect(await logInAt({ after: management, answers }, { resume }).login).toMatchObject({ handled: 3 });
  });
});

describe('what the server says', () => {
  it.each([
    ['h="3"', 3],
    ['h="0"', 0],
    ['', 0],
    ['h="x"', 0],
    ['h="-1"', 0],
    ['h="1.5"', 0],
  ])('[F-AD2] counts with %s: %i', (attributes, count) => {
    expect(countOf(parse(`<a ${attributes}/>`))).toBe(count);
  });

  it.each([
    ['id="s-1" resume="true"', 's-1'],
    ['id="s-1" resume="1"', 's-1'],
    ['id="s-1" resume="false"', undefined],
    ['id="s-1"', undefined],
  ])('[F-AD2] can be resumed with %s: %s', (attributes, id) => {
    expect(resumeIdOf(parse(`<enabled ${attributes}/>`))).toBe(id);
  });

  it('[F-AD2] is an answer with our id', () => {
    expect(['<iq id="a"/>', '<iq id="b"/>', '<message id="a"/>'].map((one) => isAnswerTo('a')(parse(one)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('[F-AD2] has the condition of its own namespace', () => {
    const condition = '<text xmlns="urn:other"/><conflict xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/>';
    expect(errorConditionOf(parse(`<iq><x/><error>${condition}</error></iq>`))).toBe('conflict');
    expect(errorConditionOf(parse('<iq><error/></iq>'))).toBe('undefined-condition');
    expect(errorConditionOf(parse(`<iq>${condition}</iq>`))).toBe('undefined-condition');
  });

  it.each([
    ['PLAIN', '', { isAnonymous: false, hasAccount: true }, true],
    ['PLAIN', '', { isAnonymous: false, hasAccount: false }, false],
    ['PLAIN', canRegister, { isAnonymous: false, hasAccount: false }, true],
    ['ANONYMOUS', canRegister, { isAnonymous: false, hasAccount: true }, false],
    ['ANONYMOUS', '', { isAnonymous: true, hasAccount: false }, true],
    ['PLAIN', canRegister, { isAnonymous: true, hasAccount: false }, false],
  ])('[F-AD2] with %s and "%s" lets in %j: %s', (mechanism, register, visitor, expected) => {
    expect(canLogIn(featuresOf(offer(mechanism) + register), visitor)).toBe(expected);
    expect(canLogIn(featuresOf(register), visitor)).toBe(false);
  });
});
