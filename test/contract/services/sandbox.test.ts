import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAsyncApi } from '../../../frame/chat/channels/async/api.ts';
import { asyncDeployment } from '../../../frame/chat/channels/async/deployment.ts';
import { createBotApi } from '../../../frame/chat/channels/bot/api.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { readInformation } from '../../../frame/contact/bundle.ts';
import { completeClientInfo } from '../../../frame/contact/clientInfo.ts';
import { sendInquiry } from '../../../frame/contact/form/api.ts';
import { createPrivacyApi } from '../../../frame/contact/privacy/api.ts';
import { type Deployment, parseDeployment } from '../../../frame/deployment/deployment.ts';
import { createBrokerApi } from '../../../frame/identity/brokerApi.ts';
import { engagementAttributes } from '../../../frame/identity/engagementAttributes.ts';
import { createGatewayEngagement } from '../../../frame/identity/gatewayEngagement.ts';
import { createGeoApi } from '../../../frame/identity/geoApi.ts';
import { createFetchInAppFlag } from '../../../frame/identity/inAppFlag.ts';
import { createMonitor } from '../../../frame/identity/monitor.ts';
import { revokeTokens } from '../../../frame/identity/revokeTokens.ts';
import { createOfferApi } from '../../../frame/outreach/api.ts';
import { toOfferBody, toOfferEventBody } from '../../../frame/outreach/offerBody.ts';
import { createBeacon } from '../../../frame/platform/backend/beacon.ts';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { browserClock as clock } from '../../../frame/platform/clock.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { toBooking } from '../../../frame/scheduler/appointment.ts';
import { createNoticeCall } from '../../../frame/scheduler/vendorNotice.ts';
import { defaultLocale } from '../../../frame/text/locale.ts';
import { sandboxDeployment, withContactFile } from '../../sandbox/deployment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { documentsOf } from '../../services/documents.ts';
import { type Operations, readOperations } from '../../services/operations.ts';
import { completeDeployment, sandboxOperations } from '../../services/sandboxOperations.ts';
import { createExchangeWatch } from '../../support/exchangeWatch.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';
import { createWholeSchedulerApi } from '../../support/schedulerApi.ts';
import { bookedForm, schedulerConfig } from '../../support/schedulerFixtures.ts';

/** The frame's own clients call the sandbox over HTTP. The documents must allow each request and each answer. */

let sandbox: Sandbox;
let operations: Operations;
let deployment: Deployment;
const watch = createExchangeWatch(() => operations);
const { problems, seen } = watch;
const lifetime = createLifetime();
const { signal } = lifetime;

beforeAll(async () => {
  sandbox = await startSandbox({
    ...{ port: 0, distDir: 'dist' },
    onExchange: watch.onExchange,
  });
  operations = sandboxOperations(sandbox);
  deployment = parseDeployment(sandboxDeployment(sandbox));
});

afterAll(async () => {
  lifetime.end();
  await sandbox.close();
});

const call = createCallBackend({ fetch, clock, authorize: () => undefined });
const beacon = createBeacon({ fetch, clock });
const hosts = (): readonly string[] => [sandbox.servicesUrl];

/** Runs the calls, and returns what the documents do not allow in them. */
async function problemsOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  problems.length = 0;
  await run();
  return problems;
}

describe('the frame and the sandbox keep to the documents', () => {
  it('[F-AD4] contact: every lookup, keys and client info', async () => {
    const api = createContactApi(call, deployment.contact);
    const run = async () => {
      const plain = { ...lookupFacts, ipAddress: '203.0.113.24' };
      const answer = await api.lookup(plain, signal);
      await api.lookup({ ...lookupFacts, country: 'DE', textLanguageCode: 'de', textRegionCode: 'DE' }, signal);
      await api.lookup({ ...plain, hasPageRules: true, schedulerResource: 'mara' }, signal);
      await api.lookup({ ...plain, isForced: true, bypassCache: true, variation: 'data' }, signal);
      await api.lookup({ ...plain, isLanding: true, schedulerPurpose: 'demo' }, signal);
      await api.lookup({ ...plain, focusArea: 'unheard-of' }, signal);
      await api.lookup(plain, signal, deployment.contact.paths.focusArea);
      await api.keys({ focusArea: 'cloud' }, signal);
      if (!answer) throw new Error('the sandbox has no bundle');
      const information = { ...readInformation(answer), clientInfo: undefined };
      const ports = { call, deployment: deployment.contact, log: createFakeLog(), lifetime };
      expect(await completeClientInfo(information, ports)).toBeDefined();
    };
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] geo, messages of the form, analytics', async () => {
    const run = async () => {
      expect(await createGeoApi({ call, hosts: deployment.visitor.geoHosts })()).toHaveProperty('country');
      const inquiry = { name: 'Ada', email: 'ada@example.org', text: 'Do you ship to Norway?' };
      const sent = { id: 'key-1', state: 'waiting', inquiry, href: '', language: 'en', writtenAtMs: 1 } as const;
      const destination = { type: 'post', origin: sandbox.servicesUrl, path: '/inquiries' } as const;
      const outcome = await sendInquiry(call, destination, { ...sent, page: 'https://p.example/' }, signal);
      expect(outcome.type).toBe('delivered');
      const event = { name: 'CM_PANE_SHOWN', time: 1, pageUrl: 'https://p.example/', chatAvailability: 'unknown' };
      expect(await beacon.post(`${deployment.analytics?.url}`, { events: [{ ...event, detail: {} }] })).toBe(true);
    };
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] scheduler: times, a booking, its changes and refusals, the classifier', async () => {
    if (!deployment.scheduler) throw new Error('the sandbox has no scheduler');
    const api = createWholeSchedulerApi({ call, clock, deployment: deployment.scheduler, report: () => {} });
    const place = { regionCode: 'US', languageCode: 'en', focusArea: 'cloud', purpose: '(default)' };
    const page = { url: 'https://p.example/', uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' };
    const run = async () => {
      const times = (await api.availability(place, signal)).flatMap(({ slots }) => slots);
      await api.lookupAvailability({ ...place, clientTimezone: 'America/New_York', expertId: '' }, signal);
      const booking = (at: number) => {
        const { startDateTime: selectedTime = '', endDateTime: selectedTimeEnd = '', expertId = '' } = times[at] ?? {};
        const form = { ...bookedForm, selectedTime, selectedTimeEnd, selectedAgent: expertId };
        return toBooking({ form, config: schedulerConfig, page, expertId, cognitiveFilterIntent: 'Pricing' });
      };
      const number = await api.book(booking(0), 'key-1');
      await expect(api.book(booking(0), 'key-2')).rejects.toMatchObject({ status: 409 });
      await api.edit(number, booking(1), 'key-3');
      expect(await api.fetch(number)).toMatchObject({ confirmationNumber: number, clientFirstName: 'Ada' });
      await api.survey({ confirmationNumber: number, reason: 'reasonTime', comment: '' });
      await api.cancel(number);
      await expect(api.fetch(number)).rejects.toMatchObject({ status: 404 });
      const label = await api.classify('cloud', 'What does it cost?', signal);
      await api.feedback({
        context: { product: 'cloud', label },
        input: { text: 'What does it cost?' },
        isValid: true,
      });
    };
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] broker: session, refresh, tokens, log, settings, sign-out', async () => {
    const { identity } = deployment;
    const api = createBrokerApi({
      call,
      signal,
      ...{ hosts: identity.brokerHosts, logHosts: identity.logHosts, signInHosts: identity.signInHosts },
      profileHosts: hosts(),
      paths: {
        ...{ session: identity.sessionPath, identity: identity.identityPath, log: identity.logPath },
        ...{ profile: identity.profilePath, signIn: identity.signInPath },
      },
      referrerHeader: identity.referrerHeader,
      pageHost: () => 'p.example',
      identityRefused: () => {},
    });
    const person = { iui: 'ana', signedIdentity: 'no.such.signature', bluemixSigned: '', cmaasSigned: '' };
    const run = async () => {
      const session = {
        ...{ ...person, firstName: 'Ana', lastName: undefined, product: 'cloud', skill: undefined, inApp: false },
        ...{ services: ['lemessaging'], entryPoints: ['https://p.example/'], tokenIdentities: [], debug: false },
        clientProperties: { appVersion: '1.0', ipAddress: undefined },
        customerInfo: { customerId: 'ana', companyName: undefined, role: '' },
        personalInfo: { firstname: 'Ana', lastname: undefined, contacts: [{ email: undefined }] },
      };
      const { identities } = await api.session(session, { monitor: true, refreshToken: false });
      const tokenIdentities = identities.map(({ consumerId, service }) => ({ consumerId, service }));
      await api.identities({ ...person, refreshToken: false, tokenIdentities });
      await api.signInToken();
      await api.profileToken();
      const attributes = { topic: 'cloud', loginStatus: 1, role: '' };
      const entry = { message: 'session success', userAgent: 'Mozilla/5.0', upid: 'ana', time: 1 };
      await api.log({ ...entry, attributes, url: 'https://p.example/', countryCode: 'US', ip: undefined });
      await createFetchInAppFlag({ call, lifetime, deployment: identity })?.();
      const profiles = [identities[0]?.token];
      expect(await revokeTokens(profiles, { deployment: identity, clock, log: createFakeLog(), beacon })).toBe(true);
    };
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] bot: status, messages, history, ratings, updates', async () => {
    const api = createBotApi(call, `${sandbox.servicesUrl}/bot`, signal);
    const run = async () => {
      await api.checkStatus('northwind-guide', 'en-US');
      const context = { product: 'northwind-guide', locale: 'en-US', pageUrl: 'https://p.example/' };
      const greeting = await api.message(context, { text: '' });
      for (const text of ['Products', 'Pricing', 'Book a meeting', 'Talk to an agent', 'help'])
        await api.message(greeting.context, { text });
      await api.message({ ...context, product: 'assistant-api' }, { text: 'Products' });
      const line = { type: 'choice', text: 'Prices', choiceType: 'product', dialogNode: 'node' } as const;
      await api.message(greeting.context, { text: '', line });
      expect(await api.history(String(greeting.context.conversation_id))).not.toEqual([]);
      await api.validate(greeting.raw, true);
      await api.update({ context: greeting.context, _id: greeting.id });
      await api.update({ linkUrl: 'https://p.example/', originalData: greeting.raw, _id: greeting.id });
      await fetch(`${deployment.chat.channels.bot && `${sandbox.servicesUrl}/bot/employee`}?callback=answered`);
    };
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] messaging gateway', async () => {
    const { gatewayHosts, paths } = v.parse(asyncDeployment, deployment.chat.channels.async);
    const api = createAsyncApi(call, v.parse(asyncDeployment, deployment.chat.channels.async), signal);
    const visit = {
      customerInfo: { customerId: undefined, role: '' },
      personalInfo: { firstname: 'Ana', lastname: undefined, contacts: [{ email: undefined }] },
      consumerId: 'guest-1',
      clientProperties: { appVersion: '1.0', ipAddress: undefined },
      service: 'lemessaging',
      entryPoints: ['https://p.example/'],
    };
    const run = async () => {
      const common = { call, clock, lifetime, hosts: gatewayHosts };
      const monitor = createMonitor({ ...common, otherHosts: [], path: paths.monitor, countryCode: () => 'US' });
      const { engagementDetails, sessionId } = await monitor.create(visit);
      await monitor.update({
        ...visit,
        engagementAttributes: engagementAttributes({
          visitor: () => ({ userId: undefined, isSignedIn: false, role: '' }),
          place: () => ({ focusArea: 'cloud' }),
          page: () => ({ url: 'https://p.example/' }),
        }),
        monitorInfo: { sessionId },
      });
      await createGatewayEngagement({ ...common, path: paths.engagement, deleteVisit: () => {} })(visit);
      await api.engagementStatus('lemessaging', engagementDetails);
      await api.agent('lemessaging', 'c-1');
      await api.skillName('4966', '4711');
      await api.agentAvailability('c-1');
      await api.report({ personalInfo: visit.personalInfo, customerInfo: visit.customerInfo });
    };
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] offers and the visitor’s data', async () => {
    const api = createOfferApi(call, [`${sandbox.servicesUrl}/offers`], signal);
    const settings = deployment.outreach.offers;
    const audienceID = { name: 'VISITOR_ID', type: 'string', value: 'v-1' };
    const session = { sessionID: '', audienceID };
    const run = async () => {
      await fetch(`${sandbox.servicesUrl}/__sandbox/outreach`, { method: 'POST', body: '{"offer":"trial"}' });
      const facts = { pageUrl: 'https://p.example/', locale: 'en-US' };
      const { offer } = await api.fetchOffers(toOfferBody(settings, session, facts));
      await api.postEvent(toOfferEventBody(settings, session, String(offer?.treatmentCode), 'accept'));
      if (!deployment.privacy) throw new Error('the sandbox has no service for the visitor’s data');
      const privacy = createPrivacyApi(call, deployment.privacy, signal);
      const proofs = { tokens: [], signedIdentity: undefined, conversations: [{ service: 'bot', id: 'c-1' }] };
      expect(await privacy.exportAll(proofs)).toEqual(expect.any(Object));
      expect(await privacy.deleteAll(proofs)).toEqual({ state: 'deleted' });
      await fetch(`${sandbox.servicesUrl}/__sandbox/privacy`, { method: 'POST', body: '{"takesDays":true}' });
      expect(await privacy.deleteAll(proofs)).toMatchObject({ state: 'accepted' });
      await expect(privacy.deleteAll({ ...proofs, conversations: [] })).rejects.toMatchObject({ status: 403 });
    };
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] the notice of the booking form', async () => {
    const hosts = completeDeployment(sandbox).scheduler?.noticeHosts ?? [];
    const ask = createNoticeCall({ call, hosts });
    const run = async () =>
      expect(await ask?.(defaultLocale)).toMatchObject({ text: expect.stringContaining('phone number') });
    expect(await problemsOf(run)).toEqual([]);
  });

  it('[F-AD4] the contact file, in place of the contact service', async () => {
    const withFile = parseDeployment(withContactFile(sandboxDeployment(sandbox)));
    const company = operations;
    operations = readOperations(documentsOf(withFile));
    try {
      const run = () => createContactApi(call, withFile.contact).lookup(lookupFacts, signal);
      expect(await problemsOf(run)).toEqual([]);
      expect(seen).toContain('contact contact-file');
    } finally {
      operations = company;
    }
  });

  it('[F-AD4] and the frame makes every call of the company’s documents', () => {
    const own = operations.all.filter(({ vendor, service }) => vendor === undefined && service !== 'xmpp-files');
    // A browser loads the employee check as a script. Here the test fetches it, which says nothing about the frame.
    const calls = own.map(({ service, id }) => `${service} ${id}`).filter((name) => name !== 'bot employee-check');
    expect(calls.filter((name) => !seen.has(name))).toEqual([]);
    expect(own.map(({ service, id }) => `${service} ${id}`)).toContain('bot employee-check');
  });

  it.each([
    ['a request with a field that no document has', { path: '/identity', body: { tokenIdentities: [], more: 1 } }],
    ['a request without a field that it must have', { path: '/v2/appointments/cancel/survey/', body: { reason: '' } }],
    ['a call that no document has', { path: '/v2/nothing', body: {} }],
  ])('[F-AD4] notices %s', async (_, { path, body }) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect(await problemsOf(() => fetch(`${sandbox.servicesUrl}${path}`, init))).not.toEqual([]);
  });
});
