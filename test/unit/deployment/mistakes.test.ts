import { describe, expect, it } from 'vitest';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { isAllowedHost } from '../../../frame/host/allowedHosts.ts';
import { parseSignIn } from '../../../frame/identity/signIn.ts';

const least = { allowedHosts: ['https://a.example'], contact: { hosts: ['https://c.example'] } };

const refusal = (sections: object): string => {
  try {
    parseDeployment({ ...least, ...sections });
    return 'accepted';
  } catch (error) {
    return (error as Error).message.replace('config.json is refused: ', '');
  }
};

describe('a country with privacy regulation', () => {
  const refusalOf = (country: string): string => refusal({ consent: { privacyRegulatedCountries: ['fr', country] } });

  it.each(['Germany', 'DEU', 'd', '', 'd1', '276', 'EU', 'eu'])(
    '[SH-111][F-AD9] is refused if it is not a two-letter code: %j',
    (country) => {
      expect(refusalOf(country)).toBe(
        `consent.privacyRegulatedCountries.1: ${JSON.stringify(country)} is not a two-letter country code, such as de`,
      );
    },
  );

  it.each(['de', 'DE', ' de ', 'uk', 'GB'])('[SH-111] is accepted in any case: %j', (country) => {
    expect(refusalOf(country)).toBe('accepted');
  });
});

describe('the section of a channel', () => {
  it.each<readonly [object, string]>([
    [{ asinc: {} }, 'asinc: there is no such field; did you mean "async"?'],
    [{ XMPP: {} }, 'XMPP: there is no such field; did you mean "xmpp"?'],
    [{ bots: {} }, 'bots: there is no such field; did you mean "bot"?'],
    [{ liveChat: {} }, 'liveChat: there is no such field'],
  ])('[F-AD9] is refused if no channel has its name: %j', (channels, sentence) => {
    expect(refusal({ chat: { channels } })).toBe(`chat.channels.${sentence}`);
  });

  it.each<readonly [object, string]>([
    [{ async: { gatewayHost: [] } }, 'async.gatewayHost: there is no such field; did you mean "gatewayHosts"?'],
    [{ sync: { appkey: 'a' } }, 'sync.appkey: there is no such field; did you mean "appKey"?'],
    [{ bot: { hosts: { prod: 'https://bot.example' } } }, 'bot.hosts.prod: there is no such field'],
    [{ assistant: { zIndex: '1' } }, 'assistant.zIndex: must be a number, not "1"'],
    [{ support: {} }, 'support.script: is missing'],
  ])('[F-AD9] is refused with the name of its wrong field: %j', (channels, sentence) => {
    expect(refusal({ chat: { channels } })).toBe(`chat.channels.${sentence}`);
  });

  it('[F-AD9][SH-008] is written to the file as it is, without defaults', () => {
    const channels = { bot: { hosts: { main: 'https://bot.example' } } };
    expect(parseDeployment({ ...least, chat: { channels } }).chat.channels).toEqual(channels);
  });
});

describe('the path of a call', () => {
  const sections = (path: string): readonly (readonly [string, object])[] => [
    ...['lookup', 'focusArea', 'keys', 'clientInfo'].map(
      (name) => [`contact.paths.${name}`, { contact: { ...least.contact, paths: { [name]: path } } }] as const,
    ),
    ...['deletePath', 'exportPath'].map(
      (name) => [`privacy.${name}`, { privacy: { hosts: ['https://p.example.com'], [name]: path } }] as const,
    ),
    ...['session', 'identity', 'revoke', 'log', 'profile', 'signIn', 'settings'].map(
      (name) => [`identity.${name}Path`, { identity: { [`${name}Path`]: path } }] as const,
    ),
    ...['agent', 'skill', 'engagementStatus', 'agentAvailability', 'attributes', 'monitor', 'engagement'].map(
      (name) =>
        [`chat.channels.async.paths.${name}`, { chat: { channels: { async: { paths: { [name]: path } } } } }] as const,
    ),
  ];

  it.each(sections('privacy/delete'))(
    '[F-AD9][F-SE15] is refused if it would change the host: %s',
    (field, section) => {
      expect(refusal(section)).toBe(
        `${field}: "privacy/delete" is not a path that begins with a slash, such as /session`,
      );
    },
  );

  it.each(['', '.evil.example/', 'https://p.example.com/delete', '/privacy delete', '/privacy#delete'])(
    '[F-AD9] is refused: %j',
    (path) => {
      for (const [, section] of sections(path)) expect(refusal(section)).toContain('is not a path that begins with');
    },
  );

  it.each(['/', '/v1/delete', '/delete?v=1', '/conversations/{conversationId}'])('[F-AD9] is accepted: %j', (path) => {
    for (const [, section] of sections(path)) expect(refusal(section)).toBe('accepted');
  });
});

describe('the host of a service', () => {
  const sections = (host: string): readonly (readonly [string, object])[] => [
    ['contact.hosts.0', { contact: { hosts: [host] } }],
    ['scheduler.hosts.0', { scheduler: { hosts: [host] } }],
    ['outreach.offers.hosts.prod.0', { outreach: { offers: { hosts: { prod: [host] } } } }],
    ['chat.channels.async.gatewayHosts.0', { chat: { channels: { async: { gatewayHosts: [host] } } } }],
    ['chat.channels.sync.domainHosts.0', { chat: { channels: { sync: { domainHosts: [host] } } } }],
    ['chat.channels.bot.hosts.main', { chat: { channels: { bot: { hosts: { main: host } } } } }],
  ];

  const refused =
    'is not the https:// address of one host, without a slash at the end, such as https://service.example.com';
  const wordsFor = (field: string) => new RegExp(`^${field}: "[^"]+" ${refused}$`);

  it.each([
    ...sections('https://c.example.com/'),
    ...sections('https://c.example.com/base/'),
    ...sections('c.example.com'),
  ])('[F-AD9] is refused if paths cannot be appended to it: %s %j', (field, section) => {
    expect(refusal(section)).toMatch(wordsFor(field));
  });

  it.each([
    ...sections('http://c.example.com'),
    ...sections('http://localhost.example.com'),
    ...sections('http://localhost@example.com'),
  ])('[F-SE15] is refused without encryption: %s %j', (field, section) => {
    expect(refusal(section)).toMatch(wordsFor(field));
  });

  it.each([
    ...['https://a.example,https://b.example', 'https://c.example.com;', "https://a.example;script-src'unsafe-inline'"],
    ...['https://c.example.com"', 'https://$host.example', 'https://{region}.example.com', 'https://*.example.com'],
    ...['https://user:pw@example.com', 'https://exa%6dple.com'],
  ])('[F-AD9][F-SE11] is refused if it is not the name of one host: %s', (host) => {
    for (const [field, section] of sections(host)) expect(refusal(section)).toBe(`${field}: "${host}" ${refused}`);
    const xmpp = { guestHost: 'guests.example.com', desks: {} };
    const socket = host.replace('https:', 'wss:');
    for (const [field, section] of [
      ['analytics.url', { analytics: { url: host } }],
      ['vendorFiles.noticeScript', { vendorFiles: { noticeScript: host } }],
      ['vendorFiles.fontStyles', { vendorFiles: { fontStyles: host } }],
      ['chat.channels.xmpp.address', { chat: { channels: { xmpp: { ...xmpp, address: socket } } } }],
    ] as const)
      expect(refusal(section)).toContain(`${field}: "`);
  });

  it('[F-AD9] may be an IP address, and have a port', () => {
    for (const host of ['https://xn--mnchen-3ya.example', 'https://[2001:db8::1]:8443', 'https://a_b-c.example:8443'])
      for (const [, section] of sections(host)) expect(refusal(section)).toBe('accepted');
  });

  it.each(['http://localhost', 'http://127.0.0.1:4602', 'http://[::1]:4602', 'http://shop.localhost/base'])(
    '[F-SE15] needs no encryption on the same machine: %s',
    (host) => {
      for (const [, section] of sections(host)) expect(refusal(section)).toBe('accepted');
    },
  );

  it.each([...sections('https://c.example.com'), ...sections('http://localhost:4602/base/path')])(
    '[F-AD9] may have a path: %s %j',
    (_, section) => {
      expect(refusal(section)).toBe('accepted');
    },
  );

  it('[CH-075] may be empty where another takes its place', () => {
    expect(refusal({ chat: { channels: { bot: { hosts: { staging: '' } } } } })).toBe('accepted');
  });

  it.each(['chat.example.com/', 'https://bot.example.com/base/', 'chat example.com'])(
    '[CH-012][F-AD9] is refused in an account if paths cannot be appended to it: %j',
    (baseURI) => {
      expect(refusal({ chat: { accounts: [{ service: 'bot', account: '1', baseURI }] } })).toBe(
        `chat.accounts.0.baseURI: "${baseURI}" is not a host without a slash at the end, such as chat.example.com`,
      );
    },
  );
});

describe('an origin in `allowedHosts`', () => {
  it.each([
    ['https://WWW.Example.com', 'https://www.example.com'],
    ['HTTPS://www.example.com', 'https://www.example.com'],
    ['https://*.Example.com', 'https://*.example.com'],
    ['http://LocalHost:*', 'http://localhost:*'],
    ['https://Shop.example.com:8443', 'https://shop.example.com:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::A]:8080', 'http://[::a]:8080'],
    ['https://www.example.com/', 'https://www.example.com'],
    ['https://www.example.com/shop', 'https://www.example.com'],
  ])('[SH-018][F-AD9] is refused unless it is written as browsers write it: %s', (origin, normal) => {
    expect(refusal({ allowedHosts: [origin] })).toBe(
      `allowedHosts.0: "${origin}" must be written as browsers do: ${normal}`,
    );
    expect(refusal({ allowedHosts: [normal] })).toBe('accepted');
    const page = normal.replace('*.', 'www.').replace(':*', ':4600');
    expect([isAllowedHost(page, [origin]), isAllowedHost(page, [normal])]).toEqual([false, true]);
  });

  it.each(['https://www.example.com:443', 'http://[::1]:*', 'https://my_shop.example.com'])(
    '[SH-018] is accepted: %s',
    (origin) => {
      expect(refusal({ allowedHosts: [origin] })).toBe('accepted');
    },
  );
});

describe('a host in `nonSalesHosts`', () => {
  it.each([
    'https://support.example.com',
    'support.example.com/help',
    'localhost:4600',
    'support.*.com',
    'bücher.example',
    '',
  ])('[SH-058][F-AD9] is refused if it is not a name: %j', (host) => {
    expect(refusal({ nonSalesHosts: [host] })).toBe(
      `nonSalesHosts.0: "${host}" is not the name of a host, such as support.example.com`,
    );
  });

  it.each(['support.example.com', '*.Example.com', ' localhost ', '127.0.0.1', '[::1]'])(
    '[SH-058] is accepted: %j',
    (host) => {
      expect(refusal({ nonSalesHosts: [host] })).toBe('accepted');
    },
  );
});

describe('an address that must be whole', () => {
  const sections = (address: string): readonly (readonly [string, object])[] => [
    ['analytics.url', { analytics: { url: address } }],
    ['experiments.datafile', { experiments: { datafile: address } }],
    ['experiments.events', { experiments: { datafile: 'https://e.example/file.json', events: address } }],
  ];

  it.each([
    ...sections('/events'),
    ...sections('//events.example.com'),
    ...sections('http://events.example.com'),
    ...sections('events.example.com:8443/in'),
  ])('[F-AD9] is refused in words: %s %j', (field, section) => {
    expect(refusal(section)).toMatch(
      new RegExp(String.raw`^${field}: "[^"]+" is not an address, such as https://events\.example\.com$`),
    );
  });

  it.each([...sections('https://events.example.com'), ...sections('http://localhost:4602/events?v=1')])(
    '[F-AD9] is accepted: %s %j',
    (_, section) => {
      expect(refusal(section)).toBe('accepted');
    },
  );
});

describe('a wrong value without an example', () => {
  const support = { ...{ script: '/a.js', chatUrl: '/chat', deploymentId: '1', orgId: '2' }, buttons: {} };
  const xmpp = { address: 'wss://x.example', guestHost: 'guests.example', desks: {} };
  const files = { service: 'upload.example', origin: 'https://x.example' };

  it.each<readonly [object, string]>([
    [{ privacy: { hosts: [] } }, 'privacy.hosts: needs at least one host'],
    [
      { scheduler: { hosts: ['https://s.example'], organizer: { name: 'Northwind', email: 'calls' } } },
      'scheduler.organizer.email: must be an e-mail address, not "calls"',
    ],
    [
      { chat: { channels: { xmpp: { ...xmpp, files: { ...files, maxBytes: 1.5 } } } } },
      'chat.channels.xmpp.files.maxBytes: must be a whole number, not 1.5',
    ],
    [{ chat: { channels: { support } } }, 'chat.channels.support.script: must be an address, not "/a.js"'],
  ])('[F-AD9] is refused in words: %j', (section, sentence) => {
    expect(refusal(section)).toBe(sentence);
  });
});

describe('a host in `identity.signInSenders`', () => {
  it.each([
    'https://login.example.com',
    'Login.example.com',
    'login.example.com:443',
    'login.example.com/',
    '*.a.example',
  ])('[CH-174][F-AD9] is refused if no message can come from it: %j', (host) => {
    expect(refusal({ identity: { signInSenders: [host] } })).toBe(
      `identity.signInSenders.0: "${host}" is not a host as browsers write it, such as login.example.com`,
    );
    expect(parseSignIn({ origin: 'https://login.example.com', data: { type: 'logoutComplete' } }, [host])).toBe(
      undefined,
    );
  });

  it.each(['login.example.com', 'login.example.com:8443', 'localhost:4602', '127.0.0.1', '[::1]:8443'])(
    '[CH-174] is accepted: %j',
    (host) => {
      expect(refusal({ identity: { signInSenders: [host] } })).toBe('accepted');
    },
  );
});

describe('an address that would be on the origin of the widget', () => {
  const s = { hosts: ['https://s.example'] };

  it.each<readonly [string, (address: string) => object]>([
    ['chat.signInUrl', (signInUrl) => ({ chat: { signInUrl } })],
    ['chat.createAccountUrl', (createAccountUrl) => ({ chat: { createAccountUrl } })],
    ['scheduler.privacyUrl', (privacyUrl) => ({ scheduler: { ...s, privacyUrl } })],
    ['scheduler.calendarUrl', (calendarUrl) => ({ scheduler: { ...s, calendarUrl } })],
  ])('[F-AD9] is refused for a link: %s', (field, sectionOf) => {
    for (const address of ['/privacy', 'www.example.com/privacy', '//www.example.com', 'javascript:alert(1)'])
      expect(refusal(sectionOf(address))).toBe(
        `${field}: "${address}" is not the address of a page, such as https://www.example.com/`,
      );
    for (const address of ['https://www.example.com/privacy', 'http://localhost:4600/privacy', ''])
      expect(refusal(sectionOf(address))).toBe('accepted');
  });

  it.each(['supportStyles', 'fontStyles'])('[SH-026][F-AD9] is refused for a style sheet: %s', (name) => {
    for (const address of ['fonts.example.com/sans.css', '//fonts.example.com/sans.css'])
      expect(refusal({ vendorFiles: { [name]: address } })).toBe(
        `vendorFiles.${name}: "${address}" is not an address, such as https://fonts.example.com/sans.css`,
      );
    for (const address of ['https://fonts.example.com/sans.css', '/fonts/sans.css', ''])
      expect(refusal({ vendorFiles: { [name]: address } })).toBe('accepted');
  });
});

describe('a country of a page', () => {
  const pagesWith = (country: string) => ({ chat: { pages: [{ product: 'cloud', countries: ['fr', country] }] } });

  it.each(['Germany', 'DEU', '', ' de', 'EU'])(
    '[CH-006][F-AD9] is refused if it is not a two-letter code: %j',
    (country) => {
      expect(refusal(pagesWith(country))).toBe(
        `chat.pages.0.countries.1: ${JSON.stringify(country)} is not a two-letter country code, such as de`,
      );
    },
  );

  it.each(['de', 'DE', '*'])('[CH-006] is accepted: %j', (country) => {
    expect(refusal(pagesWith(country))).toBe('accepted');
  });
});
