import { describe, expect, it } from 'vitest';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { toDevFile } from '../../../frame/deployment/devDeployment.ts';

const file = {
  allowedHosts: ['https://www.northwind.example'],
  contact: { hosts: ['https://contact.northwind.example'], olderHosts: ['https://old.northwind.example'] },
  analytics: { url: 'https://events.northwind.example/' },
};

describe('dev mode', () => {
  it('[SH-164] picks the endpoints of the dev part, field by field', () => {
    const dev = { contact: { hosts: ['https://dev.northwind.example'] } };
    const deployment = parseDeployment(toDevFile({ ...file, dev }));
    expect(deployment.contact.hosts).toEqual(['https://dev.northwind.example']);
    expect(deployment.contact.olderHosts).toEqual(['https://old.northwind.example']);
    expect(deployment.analytics?.url).toBe('https://events.northwind.example/');
  });

  it('[SH-164] never changes which pages may embed the widget or what the frame may load', () => {
    const dev = {
      allowedHosts: ['https://*'],
      scriptOrigins: ['https://evil.example'],
      connectOrigins: ['https://evil.example'],
    };
    const deployment = parseDeployment(toDevFile({ ...file, dev }));
    expect([deployment.allowedHosts, deployment.scriptOrigins, deployment.connectOrigins]).toEqual([
      file.allowedHosts,
      [],
      [],
    ]);
  });

  it.each([[file], [{ ...file, dev: 'x' }], [null], ['text']])(
    '[SH-164] leaves a file without a dev part alone: %j',
    (given) => {
      expect(toDevFile(given)).toBe(given);
    },
  );

  it('[SH-164] refuses a dev part that makes the file unusable, by naming the field', () => {
    const dev = { contact: { hosts: 'https://dev.northwind.example' } };
    expect(() => parseDeployment(toDevFile({ ...file, dev }))).toThrow(/contact/);
  });
});
