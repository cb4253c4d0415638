import { describe, expect, it } from 'vitest';
import {
  consentDefaults,
  parseDeployment,
  roomsDefaults,
  stampDeployment,
} from '../../../frame/deployment/deployment.ts';
import { completeDeployment, type FirstDeployment } from '../../../frame/deployment/laterSections.ts';
import { checkedFields } from '../../../frame/deployment/stamp.ts';
import { completeConsent } from '../../../frame/insight/completeConsent.ts';

const file = {
  allowedHosts: ['https://www.northwind.example'],
  contact: { hosts: ['https://contact.northwind.example'] },
};

describe('the stamp on the deployment file', () => {
  const built = JSON.parse(JSON.stringify(stampDeployment(file)));

  const complete = (stamped: unknown) => {
    const fields = checkedFields(stamped) as FirstDeployment;
    return { ...completeDeployment(fields, roomsDefaults), consent: completeConsent(fields.consent, consentDefaults) };
  };

  it.each([
    ['defaults only', {}],
    ['a shortened section', { chat: { environment: 'sandbox', defaultServices: { sandbox: [] } } }],
    ['a changed default', { consent: { mayAsk: true }, outreach: { proactive: false, inApp: { enabled: true } } }],
    [
      'dev fields',
      {
        addressOverrides: ['developer' as const],
        dev: { contact: { hosts: ['https://contact-dev.northwind.example'] } },
      },
    ],
  ])('accepts the file as built: with %s, the rooms read every section and default', (_, sections) => {
    const { scriptOrigins, connectOrigins, embedderPolicy, cspReportUrl, dev, ...read } = parseDeployment({
      ...file,
      ...sections,
    });
    const stamped = JSON.parse(JSON.stringify(stampDeployment({ ...file, ...sections })));
    expect(complete(stamped)).toEqual(JSON.parse(JSON.stringify({ ...sections, ...read })));
  });

  it('[SH-008][F-PG4] holds nothing that the frame does not read, and no default that the core does not read', () => {
    const fields = checkedFields(
      stampDeployment({
        $schema: 'config.schema.json',
        ...file,
        scriptOrigins: ['https://sdk.example'],
        embedderPolicy: 'none',
      }),
    );
    const { chat, consent, identity, outreach } = fields as FirstDeployment;
    expect([chat, consent, identity, outreach]).toEqual([{}, {}, {}, {}]);
    for (const name of ['$schema', 'scriptOrigins', 'connectOrigins', 'embedderPolicy', 'dev'])
      expect(fields).not.toHaveProperty(name);
  });

  it('is invalid after any change by hand', () => {
    expect(checkedFields({ ...built, allowedHosts: ['https://www.northwind.exampl'] })).toBeUndefined();
    expect(checkedFields({ ...built, more: 1 })).toBeUndefined();
  });

  it.each([[null], ['text'], [[]], [file], [{ ...file, $checked: 12 }]])('is missing from %j', (given) => {
    expect(checkedFields(given)).toBeUndefined();
  });

  it('replaces an older stamp, and is never written to an invalid file', () => {
    expect(stampDeployment(built)).toEqual(stampDeployment(file));
    expect(() => stampDeployment({ ...file, allowedHosts: 'everyone' })).toThrow(/allowedHosts/);
  });
});
