import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../frame/compose/readAddress.ts';
import { type Deployment, parseDeployment } from '../../../frame/deployment/deployment.ts';
import { type OverrideGroup, overrideGroups, queryTable } from '../../../frame/host/queryParameters.ts';
import { toQueryUserInfo } from '../../../frame/identity/queryUserInfo.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

function deploymentWith(addressOverrides: readonly OverrideGroup[]): Deployment {
  return parseDeployment({
    allowedHosts: ['https://www.northwind.example'],
    addressOverrides,
    contact: { hosts: ['https://contact.northwind.example'] },
    chat: {
      accounts: [{ service: 'liveperson', account: '4711', baseURI: 'https://chat.northwind.example' }],
      accountIds: { lemessaging: { alpha: '4712' } },
      pages: [{ product: 'cloud-bot' }],
      skills: ['billing'],
    },
  });
}

function read(query: string, groups: readonly OverrideGroup[] = []) {
  const log = createFakeLog();
  const parameters = readAddress(`https://www.northwind.example/?${query}`, deploymentWith(groups), log);
  return { query: parameters, user: toQueryUserInfo(parameters), log };
}

/** For each group: parameters of a crafted link, and the fields that they would set. */
const attacks: readonly (readonly [string, OverrideGroup, string, object])[] = [
  [
    '[F-SE5][SH-102] the visitor',
    'identity',
    'cm-user-id=mallory&cm-email=m@evil.example&cm-signedin=true&cm-ip=10.0.0.1&cm-country=US&cm-region=US',
    {
      query: {
        userId: 'mallory',
        email: 'm@evil.example',
        signedIn: true,
        ip: '10.0.0.1',
        country: 'US',
        region: 'US',
      },
      user: { userId: 'mallory', iui: 'mallory', email: 'm@evil.example', signedin: true },
    },
  ],
  [
    '[F-SE4][SH-103] a refused consent',
    'consent',
    'cm-consent-chat=true&cm-consent-analytics',
    { query: { consent: { chat: true, analytics: true } } },
  ],
  [
    '[F-SE3][CH-011] the chat account and skill',
    'chatAccount',
    'cm-chat-account=EVIL99&cm-bot-account=EVIL99&cm-chat-skill=evil&cm-bot-skill=evil',
    { query: { chatAccount: 'EVIL99', botAccount: 'EVIL99', chatSkill: 'evil', botSkill: 'evil' } },
  ],
  [
    '[F-SE10][F-SE18] developer tools and modes',
    'developer',
    'cm-debug&cm-dev&cm-debug-text&cm-env=test&cm-experiments=a.b&cm-force-events&cm-scheduler-error=SCH05',
    {
      query: {
        ...{ debug: true, dev: true, debugText: true, environment: 'test', experiments: 'a.b', forceEvents: true },
        schedulerError: 'SCH05',
      },
    },
  ],
];

describe('the address of a page', () => {
  for (const [title, group, query, fields] of attacks) {
    it(`${title}: cannot replace it without the group ${group}`, () => {
      const others = overrideGroups.filter((other) => other !== group);
      for (const groups of [[], others]) {
        const address = read(query, groups);
        expect(address.query).toEqual({ consent: {} });
        expect(address.user).toEqual({});
        const names = query.split('&').map((part) => part.split('=')[0]);
        expect(address.log.warnings).toHaveLength(1);
        for (const name of names) expect(address.log.warnings[0]).toContain(`"${name}"`);
      }
    });

    it(`${title}: replaces it with the group ${group} (control)`, () => {
      const address = read(query, [group]);
      expect(address).toMatchObject(fields);
      expect(address.log.warnings).toEqual([]);
    });
  }

  it('[F-SE18] every parameter has a group, or only chooses the view', () => {
    const gated = attacks.flatMap(([, , query]) => query.split('&').map((part) => part.split('=')[0]));
    const byGroup = Object.entries(queryTable).filter(([, { group }]) => group !== 'view');
    expect(gated.filter((name) => !name?.startsWith('cm-consent-')).sort()).toEqual(
      byGroup.map(([name]) => name).sort(),
    );
  });

  it('[F-SE4][SH-103] may withdraw consent without a group', () => {
    const { query, log } = read('cm-consent-chat=false&cm-consent-analytics=true');
    expect(query.consent).toEqual({ chat: false });
    expect(log.warnings).toHaveLength(1);
    expect(log.warnings[0]).not.toContain('cm-consent-chat');
  });

  it('[F-SE3][CH-011] may choose among the accounts and skills that the deployment lists', () => {
    const listed = read('cm-chat-account=4711&cm-bot-account=4712&cm-chat-skill=billing&cm-bot-skill=cloud-bot');
    expect(listed.query).toMatchObject({
      chatAccount: '4711',
      botAccount: '4712',
      chatSkill: 'billing',
      botSkill: 'cloud-bot',
    });
    expect(listed.log.warnings).toEqual([]);
    // An account is not a skill, and a flag is neither.
    expect(read('cm-chat-account=billing&cm-chat-skill=4711&cm-bot-account').query).toEqual({ consent: {} });
  });

  it('may choose the view without a group', () => {
    const { query, log } = read(
      'contactmodule&focusArea=data&languageCode=de&regionCode=DE&cm-start-chat&cm-continue-chat=4711&cm-disable' +
        '&cm-scheduler-form&cm-scheduler-purpose=Sales&cm-scheduler-landing&cm-scheduler-confirmation=N1',
    );
    expect(Object.keys(query)).toHaveLength(12);
    expect(log.warnings).toEqual([]);
  });
});
