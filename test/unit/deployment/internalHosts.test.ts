import { describe, expect, it } from 'vitest';
import { parseDeployment, stampDeployment } from '../../../frame/deployment/deployment.ts';
import { headersFor } from '../../../frame/deployment/headers.ts';

const file = {
  allowedHosts: ['https://www.northwind.example'],
  contact: { hosts: ['https://contact.northwind.example'] },
  dev: { contact: { hosts: ['https://contact.internal.example'] } },
  outreach: {
    offers: {
      hosts: {
        prod: ['https://offers.northwind.example'],
        dev: ['https://offers-dev.internal.example'],
        test: ['https://offers-test.internal.example'],
      },
    },
    inApp: { hosts: { dev: ['https://inapp-dev.internal.example'] } },
  },
};

/** What a stranger can see: the published file and the policy of the frame's document. */
const published = (given: object): string =>
  JSON.stringify([stampDeployment(given), headersFor(parseDeployment(given)).document]);

describe('internal hosts', () => {
  it('[F-SE10][SH-164] are neither in the published file nor in the policy of a production deployment', () => {
    expect(published(file)).not.toContain('internal.example');
    expect(published(file)).toContain('https://offers.northwind.example');
  });

  it('[SH-164][SH-146] are in both for a deployment of developers (control)', () => {
    const text = published({ ...file, addressOverrides: ['developer'] });
    for (const name of ['contact', 'offers-dev', 'offers-test', 'inapp-dev']) {
      // In the file, and in the policy for calls and for pictures.
      expect(text.split(`https://${name}.internal.example`)).toHaveLength(4);
    }
  });
});
