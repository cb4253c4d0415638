import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCookies, parseLink, parseLook, parseObstacles, parsePageReading } from '../../bridge/guards.ts';
import { parseConversationChanges, parseFrame, parseMessagingChanges } from '../../frame/chat/channels/async/wire.ts';
import { parseBotAnswer, parseHistory } from '../../frame/chat/channels/bot/wire.ts';
import { parseProfile } from '../../frame/chat/channels/ground/agentProfile.ts';
import { parseAccountLinks, parseChat, parseEngagement, parseExitSurvey } from '../../frame/chat/channels/sync/wire.ts';
import { parseRoutingEntry } from '../../frame/chat/routing/routingEntry.ts';
import { parseContactAnswer, parseKeysAnswer } from '../../frame/contact/answer.ts';
import { parseClientInfo } from '../../frame/contact/bundle.ts';
import { withTexts } from '../../frame/contact/completeTexts.ts';
import { parseKept, parseSent } from '../../frame/contact/form/inquiry.ts';
import { parseCookieJson } from '../../frame/host/hostStore.ts';
import { parsePageConfig } from '../../frame/host/pageConfig.ts';
import { parseMonitorAnswer } from '../../frame/identity/monitor.ts';
import { parseSignIn } from '../../frame/identity/signIn.ts';
import { parseUserInfo } from '../../frame/identity/visitor.ts';
import { parseDatafile } from '../../frame/insight/experiments/parseDatafile.ts';
import { parseRemembered } from '../../frame/insight/experiments/rememberedVariations.ts';
import { parseStoredMarketing } from '../../frame/insight/marketing.ts';
import { parseAudienceId, parseOfferAnswer } from '../../frame/outreach/offer.ts';
import { parsePageRules } from '../../frame/outreach/pageRules.ts';
import { parseNotification } from '../../frame/outreach/parseNotification.ts';
import { parseProactiveRecord } from '../../frame/outreach/proactiveRecord.ts';
import { parseAnswer } from '../../frame/platform/parseJson.ts';
import { parseAvailability } from '../../frame/scheduler/api.ts';
import { parseAppointment } from '../../frame/scheduler/appointmentApi.ts';
import { toErrorCode } from '../../frame/scheduler/errorCode.ts';
import { toFragments } from '../../frame/scheduler/findSource.ts';
import { parseInfo } from '../../frame/scheduler/parseInfo.ts';
import { parseStoredLocale } from '../../frame/text/locale.ts';
import { createFakeStorage } from '../support/fakeStorage.ts';
import { expectNoPollution, extremes, hostile, run, toJson } from './hostileJson.ts';

/** Everything that comes from outside as JSON. */

const pageFacts = { url: 'https://www.northwind.example/', nonSalesHosts: [] };
const english = { default: { title: 'x' } } as never;

const parsers: readonly (readonly [string, (json: string) => unknown])[] = [
  ['the lookup', (json) => parseContactAnswer(parseAnswer(json))],
  ['its texts', (json) => textsOf(parseContactAnswer(parseAnswer(json)))],
  ['its keys', (json) => parseKeysAnswer(parseAnswer(json), {})],
  ['times', (json) => parseAvailability(parseAnswer(json))],
  ['an appointment', (json) => parseAppointment(parseAnswer(json))],
  ['an error code', (json) => toErrorCode(parseAnswer(json))],
  ['texts of a bot line', toFragments],
  ['a bot', (json) => parseBotAnswer(parseAnswer(json))],
  ['the history of a bot', (json) => parseHistory(parseAnswer(json))],
  ['a frame of messaging', parseFrame],
  ['changes of messaging', (json) => parseMessagingChanges(parseAnswer(json))],
  ['changes of conversations', (json) => parseConversationChanges(parseAnswer(json))],
  ['a live chat', (json) => parseChat(parseAnswer(json))],
  ['links of a live chat', (json) => parseAccountLinks(parseAnswer(json))],
  ['a survey', (json) => parseExitSurvey(parseAnswer(json))],
  ['an engagement', (json) => parseEngagement(parseAnswer(json))],
  ['a route', (json) => parseRoutingEntry(parseAnswer(json))],
  ['an offer', (json) => parseOfferAnswer(parseAnswer(json))],
  ['a notification', (json) => parseNotification(parseAnswer(json), '1')],
  ['rules of a page', (json) => parsePageRules(parseAnswer(json))],
  ['a monitor', (json) => parseMonitorAnswer(parseAnswer(json))],
  ['the config of a page', (json) => parsePageConfig(parseCookieJson(json), pageFacts)],
  ['a cookie', (json) => parseProactiveRecord(parseCookieJson(json))],
  ['a stored form', (json) => [parseKept(stored(json)), parseSent(stored(json))]],
  ['a stored campaign', (json) => parseStoredMarketing(stored(json))],
  ['stored variations', parseRemembered],
  ['a stored locale', (json) => parseStoredLocale(stored(json))],
  ['a look at the page', look],
  ['a clicked link', parseLink],
  ['a user object of the page', (json) => parseUserInfo('page', pageUser(json))],
  [
    'a window message of the sign-in page',
    (json) => parseSignIn({ origin: signIn, data: parseCookieJson(json) }, [signIn]),
  ],
  ['what the lookup says about the visitor', (json) => parseClientInfo(parseAnswer(json))],
  [
    'the schedulers',
    (json) => parseInfo({ schedulingInformation: parseAnswer(json), bundleKey: parseAnswer(json) } as never),
  ],
  ['an agent', (json) => parseProfile(parseAnswer(json))],
  ['the audience of a page', (json) => parseAudienceId(parseCookieJson(json))],
  ['the datafile of experiments', parseDatafile],
];

const signIn = 'https://login.northwind.example';

/** As the loader sends it, with the value at each of its places. */
function look(json: string): unknown {
  const reading = { 'location.href': '"https://www.northwind.example/"', innerWidth: '800', innerHeight: '600' };
  const places = ['contactWidgetUser', 'contactWidgetConfig', 'visualViewport', '__proto__'];
  const parsed = parseLook(
    `{"0":{${Object.entries({ ...reading, ...Object.fromEntries(places.map((place) => [place, json])) })
      .map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`)
      .join()}},"1":${json},"2":${json},"3":${json}}`,
  );
  return parsed && [parsePageReading(parsed[0]), parseObstacles(parsed[2]), parseCookies(parsed[3])];
}

function pageUser(json: string): Readonly<Record<string, string | boolean>> {
  const reading = {
    'location.href': '"https://a.example/"',
    innerWidth: '1',
    innerHeight: '1',
    contactWidgetUser: json,
  };
  return parsePageReading(reading)?.facts.user.page ?? {};
}

function textsOf(answer: ReturnType<typeof parseContactAnswer>): unknown {
  return answer && withTexts(answer, english, 'en');
}

function stored(json: string): unknown {
  return createFakeStorage(undefined, new Map([['cm-form', json]])).read('cm-form');
}

describe.each(parsers)('%s', (_, parse) => {
  it('[F-SE20] changes no prototype, whatever names and values it gets', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        run(parse, toJson(value));
        expectNoPollution();
      }),
      { numRuns: 60 },
    );
  });

  it('[F-SE20] survives endless nesting, long texts and long lists', () => {
    for (const json of extremes) run(parse, json);
  });
});

it('[F-SE20] a section of texts called like a prototype is a section like any other', () => {
  const json =
    '{"contactInformationBundles":[{"key":{"languageCode":"en","regionCode":"US"}}],' +
    '"contactModuleTranslations":[{"textFragments":{"__proto__":{"polluted":"yes"},"constructor":{"name":"x"},"menu":{"toString":"x"}}}]}';
  const answer = parseContactAnswer(parseAnswer(json));
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(Object.keys(answer?.translations[0]?.sections ?? {})).toEqual(['menu']);
  // Also without the parser of JSON, as a static file in a script would be read.
  parseContactAnswer(JSON.parse(json));
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});
