import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readAgentAvailability } from '../../../../frame/chat/channels/async/api.ts';
import {
  checkEmployee,
  countryOf,
  isCountryAllowed,
  phoneNumberFor,
} from '../../../../frame/chat/channels/bot/availability.ts';
import { botHost, botServiceDeployment } from '../../../../frame/chat/channels/bot/deployment.ts';
import { parseQueryParameters } from '../../../../frame/host/queryParameters.ts';
import { firstHost } from '../../../../frame/platform/backend/firstHost.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { setUpBot, startBot } from '../../../support/botBench.ts';
import { fakeVisitor } from '../../../support/fakeChannelPorts.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

describe('before the bot chat', () => {
  it.each(['local', 'dev1', 'dev2', 'dev3', 'staging', 'main'] as const)('[CH-075] selects the host of %s', (flag) => {
    const hosts = { local: 'l', dev1: '1', dev2: '2', dev3: '3', staging: 's', main: 'm' };
    expect(botHost(v.parse(botServiceDeployment, { flag, hosts }))).toBe(hosts[flag]);
    expect(botHost(v.parse(botServiceDeployment, { flag, hosts: { main: 'm' } }))).toBe('m');
  });

  it('[SH-097] takes the account, and its host, from the address parameter', async () => {
    const { service, channel } = setUpBot({
      query: parseQueryParameters('https://x.example/?cm-bot-account=4712'),
      account: (of, account = 'none') => ({ service: of, account, baseURI: 'https://other.example' }),
    });
    await channel.init();
    expect(channel.snapshot.config.account).toBe('4712');
    expect(service.calls('/v2/status')[0]).toMatchObject({ hosts: ['https://other.example'] });
  });

  it('[CH-076] requests the status with product and language, with a timeout of 5 s', async () => {
    const { fakes, service, channel } = setUpBot();
    await channel.init();
    const [call] = service.calls('/v2/status');
    expect(call).toMatchObject({
      hosts: ['https://bot.example'],
      body: { context: { product: 'cloud-sales', language: 'en-US' } },
      attemptTimeoutMs: 5_000,
      strategy: firstHost,
    });
    expect(fakes.call.calls).toHaveLength(1);
  });

  it('[CH-076] requests the status of no product if the routing names none', async () => {
    const { service, channel } = setUpBot({ entry: { service: 'bot' } });
    await channel.init();
    expect(service.calls('/v2/status')[0]?.body).toMatchObject({ context: { product: '' } });
  });

  it.each([
    ['Available', 'available'],
    ['Training', 'available'],
    ['Offline', 'unavailable'],
    ['available', 'unavailable'],
    [undefined, 'unavailable'],
  ])('[CH-076] status %s makes the bot %s', async (status, state) => {
    const { service, channel, fakes } = setUpBot();
    service.state.status = status;
    await channel.init();
    expect(channel.snapshot).toMatchObject({ state, isReady: true });
    const warning = `The bot cannot be used. (Bot is not ready, has status ${status ?? 'unknown'})`;
    expect(fakes.log.warnings).toEqual(state === 'unavailable' ? [warning] : []);
  });

  it('[CH-076] is unavailable if the status check fails', async () => {
    const { service, channel } = setUpBot();
    service.fail();
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-074] goes from available to chatting and back, whatever state an answer names', async () => {
    const { channel, fakes, service } = await startBot();
    expect(channel.snapshot.state).toBe('chatting');
    service.reply(service.answer([{ items: ['Hm'] }], { state: 'fatal_error', status: 'closed' }));
    void channel.send({ id: 't', text: 'next' });
    await fakes.clock.advance(1_000);
    expect(new Set(statesOf(fakes.events))).toEqual(new Set(['available', 'chatting']));
    await channel.end();
    expect(channel.snapshot.state).toBe('available');
    expect(fakes.log.errors).toEqual([]);
    service.fail();
    channel.start({ startType: 'restart' }).catch(() => {});
    await fakes.clock.advance(1_000);
    await channel.end();
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-002] reports no typing, runs in the pane, and ends without a question', () => {
    const { channel } = setUpBot();
    expect(channel.typing).toBeUndefined();
    expect(channel.isExternal).toBeUndefined();
  });

  it('[CH-077] compares the region override, or else the country, in lower case', () => {
    const compared = (region: string, countryCode: string | undefined) =>
      countryOf({
        query: parseQueryParameters(`https://x.example/${region}`),
        visitor: () => ({ countryCode }) as never,
      });
    expect(compared('?cm-region=DE', 'US')).toBe('de');
    expect(compared('', 'US')).toBe('us');
    expect(compared('', undefined)).toBeUndefined();
  });

  it.each([
    [['us', 'CA'], 'US', undefined, 'available'],
    [['ca'], 'US', undefined, 'unavailable'],
    [['ca'], 'US', 'CA', 'available'],
    [['ca'], undefined, undefined, 'unavailable'],
    [['*'], undefined, undefined, 'available'],
    [[], undefined, undefined, 'available'],
    [undefined, undefined, undefined, 'available'],
  ])('[CH-077] skill countries %s, visitor %s, override %s: %s', async (countries, country, region, state) => {
    const { channel, fakes } = setUpBot({
      entry: { service: 'bot', skill: 's', countries },
      visitor: () => ({ ...fakeVisitor, countryCode: country }),
      query: parseQueryParameters(region ? `https://x.example/?cm-region=${region}` : ''),
    });
    await channel.init();
    expect(channel.snapshot.state).toBe(state);
    expect(fakes.log.infos).toEqual(state === 'available' ? [] : ['The bot does not serve the visitor’s country.']);
    expect(fakes.log.warnings).toEqual([]);
  });

  it('[CH-077] requires the status check to pass as well as the country check', async () => {
    const { channel, service } = setUpBot({ entry: { service: 'bot', skill: 's', countries: ['us'] } });
    service.state.status = 'Offline';
    await channel.init();
    expect(channel.snapshot.state).toBe('unavailable');
    expect(isCountryAllowed({ service: 'bot', countries: ['us'] }, 'us')).toBe(true);
  });

  it('[CH-078] selects the phone number of the country, ignoring case', () => {
    const entry = {
      service: 'bot',
      phoneNumbers: [
        { phoneNumber: '1', countryCode: 'US' },
        { phoneNumber: '2', countryCode: 'de' },
      ],
    };
    expect(phoneNumberFor(entry, 'us')?.phoneNumber).toBe('1');
    expect(phoneNumberFor(entry, 'fr')).toBeUndefined();
    expect(phoneNumberFor({ service: 'bot', phoneNumbers: [{ phoneNumber: '1' }] }, undefined)).toBeUndefined();
  });

  it.each([
    [1, 'available'],
    [true, 'available'],
    [0, 'unavailable'],
    [false, 'unavailable'],
    ['yes', 'unknown'],
  ])('[CH-079] reads %s as %s', (value, status) => {
    expect(readAgentAvailability(value)).toBe(status);
  });

  it.each([
    ['available', true],
    ['unavailable', false],
    ['unknown', null],
  ] as const)('[CH-079] sends %s agents as isChatAvailable %s', async (status, flag) => {
    const { service } = await startBot({ agentAvailability: () => status });
    expect(service.contexts()[0]?.isChatAvailable).toBe(flag);
  });

  it('[CH-104] an answer means an employee; a failure or 3 s without an answer does not', async () => {
    const clock = createFakeClock();
    const run = (load: () => Promise<unknown>) => checkEmployee('https://staff.example', load, clock, createLifetime());
    expect(await run(async () => ({}))).toBe(true);
    expect(await run(() => Promise.reject(new Error('blocked')))).toBe(false);
    const silent = run(() => new Promise(() => {}));
    await clock.advance(3_000);
    expect(await silent).toBe(false);
    expect(clock.pending).toBe(0);
    expect(await checkEmployee('', async () => ({}), clock, createLifetime())).toBe(false);
    const lifetime = createLifetime();
    const ended = checkEmployee('https://staff.example', () => new Promise(() => {}), clock, lifetime);
    lifetime.end();
    expect(await ended).toBe(false);
  });
});
