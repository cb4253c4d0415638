import { describe, expect, it } from 'vitest';
import { parseSignIn } from '../../../frame/identity/signIn.ts';
import { setUp } from '../../support/brokerBench.ts';

describe('a message of the sign-in service', () => {
  it('[CH-174] refreshes the identities after a sign-in message of a configured host, and after no other message', async () => {
    const page = setUp();
    const changed: string[] = [];
    page.store.onChange(page.lifetime, (service) => changed.push(service));
    const done = { type: 'loginComplete' };
    for (const message of [
      { origin: 'https://evil.example', data: done },
      { origin: 'http://login.northwind.example', data: done },
      { origin: 'https://login.northwind.example:8443', data: done },
      { origin: 'https://login.northwind.example.evil.example', data: done },
      { origin: 'null', data: done },
      { origin: 'https://login.northwind.example', data: { type: 'other' } },
      { origin: 'https://login.northwind.example', data: 'loginComplete' },
      { origin: 'https://login.northwind.example', data: { ...done, token: 7 } },
      { origin: 'https://login.northwind.example', data: { ...done, token: '' } },
      { origin: 'https://login.northwind.example', data: { ...done, token: 'x'.repeat(8_193) } },
    ]) {
      expect(parseSignIn(message, ['login.northwind.example'])).toBeUndefined();
      page.send(message);
    }
    await page.clock.advance(0);
    expect(page.callsTo('/identity')).toHaveLength(0);
    page.send({ origin: 'https://login.northwind.example', data: done });
    await page.clock.advance(0);
    expect(page.callsTo('/identity')).toHaveLength(1);
    expect(changed).toEqual(['liveperson2']);
  });

  it('[CH-174] requests the identities once more if the sign-in message arrives during a request', async () => {
    const page = setUp();
    await page.store.find('liveperson2');
    const refresh = page.store.refresh('liveperson2');
    page.send({ origin: 'https://login.northwind.example', data: { type: 'loginComplete', token: 'signed' } });
    await refresh;
    await page.clock.advance(0);
    const asked = page.callsTo('/identity').map(({ body }) => (body as { cmaasSigned: string }).cmaasSigned);
    expect(asked).toEqual(['', 'signed']);
  });

  it('[CH-174][F-CH8] requests the identities with the token of the sign-in message, until it expires', async () => {
    const page = setUp({ '/signin': () => ({ token: 'from the service' }) });
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({})}.${part({ iat: 1_000, exp: 1_060 })}.signature`;
    const asked = () => page.callsTo('/identity').map(({ body }) => (body as { cmaasSigned: string }).cmaasSigned);
    page.send({ origin: 'https://evil.example', data: { type: 'loginComplete', token: 'of somebody else' } });
    page.send({ origin: 'https://login.northwind.example', data: { type: 'loginComplete', token } });
    await page.clock.advance(0);
    expect(asked()).toEqual([token]);
    await page.clock.advance(60_000);
    await page.store.refresh('liveperson2');
    expect(asked()).toEqual([token, 'from the service']);
    expect(JSON.stringify([...page.storage.areas.session])).not.toContain('signature');
  });

  it('[CH-174][F-SE13] a sign-out at the service makes the visitor leave, if a configured host says so', async () => {
    const page = setUp();
    const done = { type: 'logoutComplete' };
    page.send({ origin: 'https://evil.example', data: done });
    page.send({ origin: 'http://login.northwind.example', data: done });
    page.send({ origin: 'https://login.northwind.example', data: 'logoutComplete' });
    expect(page.signOuts()).toBe(0);
    page.send({ origin: 'https://login.northwind.example', data: done });
    expect(page.signOuts()).toBe(1);
    await page.clock.advance(0);
    expect(page.callsTo('/identity')).toEqual([]);
  });
});
