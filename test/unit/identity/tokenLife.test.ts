import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createTokenStore, identitiesSchema, type WireIdentity, withExpiry } from '../../../frame/identity/tokens.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';
import { createIdentityBrowser } from '../../support/identityTabs.ts';

const dayMs = 86_400_000;
const serverNow = Date.UTC(2026, 10, 21, 9);

function jwt(issuedAtMs: number, lifeS: number): string {
  const iat = issuedAtMs / 1_000;
  const payload = Buffer.from(JSON.stringify({ sub: 'ü?>', iat, exp: iat + lifeS })).toString('base64url');
  return `e30.${payload}.signature`;
}
const wire = (fields: Partial<WireIdentity>): WireIdentity => ({
  consumerId: 'c-1',
  service: 'liveperson2',
  loggedInStatus: false,
  newIdentity: false,
  maxAge: 0,
  ...fields,
});

describe('an identity record', () => {
  it.each(['secret-token', true])('[CH-166] holds what the service says, with the token %j', (token) => {
    const given = { consumerId: 'c-1', service: 'liveperson2', token, loggedInStatus: true, maxAge: 90 };
    const parse = (one: object) =>
      v.parse(identitiesSchema, { identities: [one] }).identities.map((each) => withExpiry(each, 5_000));
    expect(parse(given)).toMatchObject([{ ...given, expiresAt: 95_000 }]);
    expect(parse({ ...given, expiresAt: 7_000 })).toMatchObject([{ ...given, expiresAt: 7_000 }]);
  });
});

describe('the life of a token', () => {
  it.each([
    ['right', 0],
    ['a day fast', dayMs],
    ['a day slow', -dayMs],
  ])('[CH-166] is what the service says when the visitor’s clock is %s', (_, wrongMs) => {
    const now = serverNow + wrongMs;
    const token = jwt(serverNow, 3_600);
    const life = (fields: Partial<WireIdentity>) => withExpiry(wire({ token, ...fields }), now).expiresAt - now;
    expect(life({ maxAge: 60 })).toBe(60_000);
    expect(life({ expiresAt: serverNow + 60_000 })).toBe(60_000);
    expect(life({})).toBe(3_600_000);
  });

  it('[CH-166] ends at once if the service does not say how long a token of another kind lives', () => {
    expect(withExpiry(wire({ token: 'opaque' }), 1_000).expiresAt).toBe(1_000);
    expect(withExpiry(wire({ token: 'a.!!.c' }), 1_000).expiresAt).toBe(1_000);
  });

  it('[CH-168] is not longer than the service said when the visitor’s clock is set back', () => {
    const storage = createFakeStorage();
    const store = createTokenStore(storage, createFakeLog(), 'production');
    store.write([withExpiry(wire({ token: 't', maxAge: 60 }), serverNow + dayMs)]);
    expect(store.read(serverNow)[0]?.expiresAt).toBe(serverNow + 60_000);
  });

  it.each([
    ['a day fast', dayMs],
    ['a day slow', -dayMs],
  ])('[CH-161][CH-168] a clock that is %s makes one request, not one for each question', async (_, wrongMs) => {
    const page = createIdentityBrowser({ token: (_, serial) => jwt(serverNow + serial * 1_000, 3_600) });
    page.clock.jump(serverNow + wrongMs - page.clock.now());
    const tab = page.openTab();
    const first = tab.find();
    await page.clock.advance(1_000);
    await first;
    for (let question = 0; question < 20; question += 1) await tab.find();
    expect((await page.openTab(tab.session).find())?.token).toBe((await first)?.token);
    expect(page.callsTo('/session')).toHaveLength(1);
  });

  it('[CH-171] a token that the clock takes for valid is dropped when the service refuses it', async () => {
    const page = createIdentityBrowser();
    const tab = page.openTab();
    const first = tab.find();
    await page.clock.advance(1_000);
    const before = await first;
    page.clock.jump(-dayMs);
    const fresh = tab.store.refresh('liveperson2');
    await page.clock.advance(1_000);
    expect((await fresh)?.token).not.toBe(before?.token);
    expect((await tab.find())?.token).toBe((await fresh)?.token);
    expect(page.callsTo('/identity')).toHaveLength(1);
  });
});
