import type { Call, ServiceDocument } from './sentFields.ts';

/** What each service learns of the visitor and the page, for reviewers: every field that the documents have, by what it says. */

const kinds = {
  page: 'the page’s address, without secrets',
  origin: 'the page’s origin',
  referrer: 'the address before the page’s, without secrets',
  subject: 'what the page is about',
  place: 'language, region and time zone',
  address: 'the IP address that the geo service has said',
  browser: 'browser and device',
  person: 'who the visitor is, as the page or they say',
  claim: 'the id that the page claims, and the sign-in that it says',
  proof: 'what proves who the visitor is',
  texts: 'what the visitor writes',
  choices: 'what the visitor chooses',
  campaigns: 'parameters of campaigns',
  doing: 'what the visitor does with the widget',
  ids: 'ids, most of which the service has made',
  nothing: 'settings of the call',
} as const;

type Kind = keyof typeof kinds;

/** By the names of the documents. `nothing` says nothing of the visitor or the page. */
export const learned: Readonly<Record<string, Readonly<Partial<Record<Kind, string>>>>> = {
  contact: {
    origin: 'originHost',
    subject: 'focusArea variation purpose resource',
    place:
      'languageCode regionCode regionsAndLanguagesForLocale timeZoneOffsetJS ipAddressRegistryCountryCode internationalDialingForLocale',
    address: 'ipAddress',
    doing: 'isUserActive',
    nothing: 'prune addUserIpAddress',
  },
  messages: {
    page: 'page',
    place: 'language',
    person: 'name email',
    texts: 'text',
    ids: 'id Idempotency-Key',
    nothing: 'writtenAt',
  },
  geo: {},
  scheduler: {
    page: 'url',
    subject: 'focusArea purpose product',
    place: 'regionCode languageCode clientTimezone',
    person:
      'clientFirstName clientLastName clientCompany clientPhone clientDialingCountryCode clientEmail stateOrProvince',
    claim: 'ibmId',
    texts: 'clientQuestion text comment',
    choices:
      'expertId selectedExpert startDateTime endDateTime topic numberOfAttendees productName cognitiveFilterIntent label isValid reason',
    ids: 'confirmationNumber uniquePageId bluemixAnonId',
  },
  bot: {
    page: 'pageUrl',
    referrer: 'referrerUrl',
    subject: 'product switch chatSkills eligibleCountries focusArea',
    place: 'language locale pageLocale countryCode',
    browser: 'userAgentInfo',
    person: 'bluemixProfile isIBMer',
    claim: 'iui signedin',
    texts: 'text',
    choices: 'valid linkUrl originalData',
    campaigns: 'marketingParameters',
    ids: 'auId socialId conversation_id engagementId realtimeID _id id',
    nothing:
      'isChatAvailable pillwelcome version responseManager action conversate noSwitchBackToChatBot extraBundles schedulerParams confirm_product_prompt label displayFeedback callback',
  },
  broker: {
    page: 'entryPoints url',
    subject: 'product skill topic',
    place: 'countryCode',
    address: 'ipAddress ip',
    browser: 'userAgent',
    person: 'firstName lastName firstname lastname email companyName role',
    claim: 'iui customerId upid loginStatus',
    proof: 'signedIdentity bluemixSigned cmaasSigned tokens',
    ids: 'consumerId',
    nothing: 'refreshToken service services inApp appVersion debug message time canBroadwayRedirect',
  },
  gateway: {
    page: 'entryPoints imei chatStartUrl',
    subject: 'topic skillId account',
    address: 'ipAddress',
    person: 'firstname lastname email role',
    claim: 'customerId loginStatus',
    ids: 'consumerId chatStartUPageviewId sessionId visitorId pageId campaignId engagementId contextId engagementDetails conversationId',
    nothing: 'appVersion service',
  },
  privacy: { proof: 'tokens signedIdentity', ids: 'id', nothing: 'service' },
  offers: {
    page: 'PAGEURL',
    subject: 'PAGE_TYPE_CODE',
    place: 'PREF_LOCALE',
    person: 'IS_IBMER DMP_AUDIENCE LOTAME_ID',
    doing: 'eventName UACIRESPONSETYPECODE',
    ids: 'sessionID name type value UACIOFFERTRACKINGCODE',
    nothing: 'audienceLevel channelName ipName numberRequested duplicationPolicy interactionPointName',
  },
  analytics: {
    page: 'pageUrl',
    doing: 'name time adapterId skill startType',
    nothing: 'version chatAvailability call status code',
  },
  notice: { place: 'languageCode regionCode' },
  'xmpp-files': { texts: 'body', ids: 'slot' },
  'live-chat': {
    page: 'chatReferrer referrer imei chatStartUrl',
    subject: 'account skill topic consumerSections',
    place: 'language',
    address: 'ipAddress',
    browser: 'userAgent',
    person: 'role',
    claim: 'customerId loginStatus',
    texts: 'text answer',
    doing: 'visitorTyping',
    ids: 'LETagVisitorId LETagSessionId LETagContextId engagementId campaignId chat id conversationId sid chatStartUPageviewId contextId pageId visitor agent',
    nothing: 'cb invitation from appVersion',
  },
  'messaging-directory': { nothing: 'account service agent' },
  experiments: { doing: 'visitors', nothing: 'account_id project_id revision client_name client_version anonymize_ip' },
  'vendor-files': {},
  xmpp: {
    page: 'introduction',
    place: 'introduction',
    person: 'introduction',
    texts: 'introduction text survey upload',
    proof: 'register auth bind resume',
    doing: 'signal farewell presence',
    nothing: 'open carbons enable probe request acknowledge archive time ping refusal close',
  },
  messaging: {
    place: 'timeZone lang',
    browser: 'deviceFamily os',
    subject: 'skillId',
    proof: 'jwt',
    texts: 'message',
    doing: 'status sequenceList chatState closedCause',
    ids: 'campaignId engagementId visitorId sessionId pageId interactionContextId dialogId conversationId id type',
    nothing: 'appVersion integrationVersion features convState minLastUpdatedTime ttrDefName fromSeq',
  },
};

export const fieldsOf = (service: string): readonly string[] =>
  Object.values(learned[service] ?? {}).flatMap((names) => names.split(' '));

/** The entries of `frame/platform/backend/LEARNED.md`. */
export function learnedList(documents: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(documents as Readonly<Record<string, ServiceDocument>>).map(([file, document]) => {
    const { title, 'x-vendor': vendor = 'you' } = document.info;
    const byKind = learned[serviceOf(file)] ?? {};
    const told = (Object.keys(kinds) as Kind[])
      .filter((kind) => kind !== 'nothing' && byKind[kind] !== undefined)
      .map((kind) => `${kinds[kind]} (${inCode(byKind[kind]?.split(' '))})`);
    const withCookies = Object.values(document.paths ?? {})
      .flatMap(Object.values<Call>)
      .filter((call) => call['x-cors'].credentials);
    const cookies =
      withCookies.length > 0 ? ` With its cookies: ${inCode(withCookies.map(({ operationId }) => operationId))}.` : '';
    return `- **${title}** (${vendor}): ${told.join('; ') || 'only that it was called'}.${cookies}`;
  });
}

const inCode = (names: readonly string[] = []): string => names.map((name) => `\`${name}\``).join(', ');

/** `contact.openapi.json` describes `contact`. */
export const serviceOf = (file: string): string => file.replace(/\.\w+\.json$/, '');
