import { describe, expect, it } from 'vitest';
import { laterDefaults, parseDeployment, stampDeployment } from '../../../frame/deployment/deployment.ts';
import { completeDeployment, type FirstDeployment } from '../../../frame/deployment/laterSections.ts';
import { checkedFields } from '../../../frame/deployment/stamp.ts';

const file = {
  allowedHosts: ['https://www.northwind.example'],
  contact: { hosts: ['https://contact.northwind.example'] },
};

describe('the stamp on the deployment file', () => {
  const built = JSON.parse(JSON.stringify(stampDeployment(file)));

  const complete = (stamped: unknown) => completeDeployment(checkedFields(stamped) as FirstDeployment, laterDefaults);

  it.each([
    ['defaults only', {}],
    ['a shortened section', { chat: { environment: 'sandbox', defaultServices: { sandbox: [] } } }],
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
    expect(complete(stamped)).toEqual(JSON.parse(JSON.stringify({ ...read, ...sections, chat: read.chat })));
  });

  it('[SH-008][F-PG4] holds nothing that the frame does not read, and no default that only the rooms read', () => {
    const fields = checkedFields(
      stampDeployment({
        $schema: 'config.schema.json',
        ...file,
        scriptOrigins: ['https://sdk.example'],
        embedderPolicy: 'none',
      }),
    );
    expect(fields).toMatchObject({ chat: {}, identity: {} });
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
