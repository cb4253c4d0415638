import * as v from 'valibot';
import { idText, optionalField, parseList, toList, tryParse } from '../../../platform/wireFields.ts';
import { type ExitSurvey, parseChatState, type SurveyAnswers, type SurveyQuestionType } from '../../conversation.ts';

/** Responses of the chat REST API. A list of one may arrive as the bare item; links use `@rel` or `rel`. */

function parseEach<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema>[] {
  return parseList(schema, toList(value));
}

const textOr = (missing: string) => v.fallback(v.optional(v.string(), missing), missing);

export type Links = Readonly<Record<string, string>>;

function parseLinks(value: unknown): Links {
  const links: Record<string, string> = Object.create(null);
  for (const one of toList(value)) {
    if (typeof one !== 'object' || one === null) continue;
    const fields = one as Readonly<Record<string, unknown>>;
    const rel = fields['@rel'] ?? fields.rel;
    const href = fields['@href'] ?? fields.href;
    if (typeof rel === 'string' && typeof href === 'string') links[rel] = href;
  }
  return links;
}

/** The chat has another state. */
export const stateEvent = v.object({
  '@type': v.literal('state'),
  '@id': optionalField(idText),
  time: textOr(''),
  /** `waiting`, `chatting` or `ended`. */
  state: v.string(),
});
/** A line of the chat. */
export const lineEvent = v.object({
  '@type': v.literal('line'),
  /** Its number in the chat. */
  '@id': idText,
  time: textOr(''),
  text: textOr(''),
  /** `plain` or `html`. Only HTML is read as such. */
  textType: textOr('plain'),
  /** `visitor`, `agent` or `system`. */
  source: textOr('system'),
  /** The name of the agent. */
  by: optionalField(v.string()),
});

export type ChatLine = v.InferOutput<typeof lineEvent>;

/** An event of another type. It shows that its number is taken. */
const otherEvent = v.object({ '@type': textOr(''), '@id': idText, time: textOr('') });

/** The identifying fields of an event of any type. */
export type ChatEvent = ReturnType<typeof parseEvent>[number];

/** The state of the chat, and its agent. */
export const info = v.object({
  /** `waiting`, `chatting` or `ended`. */
  state: optionalField(v.string()),
  agentName: optionalField(v.string()),
  agentId: optionalField(idText),
  /** `typing` or `not-typing`. */
  agentTyping: optionalField(v.string()),
  /** When the chat was created, by the clock of the service. */
  startTime: optionalField(v.string()),
  /** The vendor's number of the chat. */
  rtSessionId: optionalField(idText),
});
export type ChatInfo = v.InferOutput<typeof info>;

export type ChatUpdate = ReturnType<typeof parseChat>;

const anyLinks = v.optional(v.unknown());
const chatAnswer = v.object({
  chat: v.object({
    events: optionalField(v.object({ event: v.optional(v.unknown()), link: anyLinks })),
    info: optionalField(v.object({ ...info.entries, link: anyLinks })),
    link: anyLinks,
  }),
});
const anyEvent = v.union([lineEvent, stateEvent, otherEvent]);

/** Parses the response of the session URL and of its `next` link. Throws for anything that is not a chat. */
export function parseChat(body: unknown) {
  const { chat } = v.parse(chatAnswer, body);
  const events = inOrder(toList(chat.events?.event).flatMap(parseEvent));
  const links = { ...parseLinks(chat.info?.link), ...parseLinks(chat.events?.link), ...parseLinks(chat.link) };
  return {
    links,
    /** In the order of their numbers. */
    events,
    /** The last state event, or else the state of `info`. */
    state: events.findLast(({ state }) => state !== undefined)?.state ?? chat.info?.state,
    info: chat.info as ChatInfo | undefined,
    /** When the service created the chat, by its own clock, if it is known. */
    startedAtMs: parseTime(chat.info?.startTime ?? ''),
    /** The number from which the next request starts, if the `next` link has it. */
    nextNumber: nextNumberOf(links.next ?? ''),
  };
}

function parseEvent(value: unknown) {
  const event = tryParse(anyEvent, value);
  if (!event) return [];
  const line = 'text' in event ? event : undefined;
  const state = 'state' in event ? event.state : undefined;
  /** By the service's clock. */
  const timeMs = parseTime(event.time);
  /** Everything that stays the same when the service gives the event another number. */
  const content = JSON.stringify([event['@type'], timeMs, line?.source, line?.text, state]);
  return [{ id: event['@id'], timeMs, content, line, state }];
}

/** ms since the epoch; undefined if the time is missing or invalid. */
function parseTime(time: string): number | undefined {
  const ms = Date.parse(time);
  return Number.isFinite(ms) ? ms : undefined;
}

/** The number in a `next` link, if it has one. */
export function nextNumberOf(link: string): number | undefined {
  return numberOf(/[?&]from=(\d+)/.exec(link)?.[1]);
}

/** The number of an event, if its id is one. */
export function numberOf(id: string | undefined): number | undefined {
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

/** Sorts the events of an answer by number. Without numbers they keep the service's order. */
function inOrder(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const numbered = events.map((event) => ({ event, number: numberOf(event.id) ?? Number.NaN }));
  if (numbered.some(({ number }) => Number.isNaN(number))) return events;
  return numbered.sort((one, other) => one.number - other.number).map(({ event }) => event);
}

/** Parses the account resource. Throws unless it has the link for requesting a chat. */
export function parseAccountLinks(body: unknown): Links {
  const fields = v.parse(v.record(v.string(), v.unknown()), body);
  const links = parseLinks(fields.link);
  v.parse(v.string(), links['chat-request']);
  return links;
}

const chatLocation = v.object({ chatLocation: v.object({ link: v.unknown() }) });

/** The address of a new chat, if the answer to its request has it. */
export const parseChatLocation = (body: unknown): string | undefined =>
  parseLinks(tryParse(chatLocation, body)?.chatLocation.link).location;

const questionTypes: Readonly<Record<string, SurveyQuestionType>> = {
  'text field': 'textField',
  'text area': 'textArea',
  'dropdown box': 'dropdown',
  'radio button': 'radio',
  'radio button (side by side)': 'radioSideBySide',
  checkbox: 'checkbox',
};

/** A possible answer. */
export const entry = v.object({
  value: idText,
  /** What visitors read. */
  displayValue: optionalField(v.string()),
  checked: v.fallback(v.optional(v.boolean(), false), false),
  /** The questions that follow this answer. */
  logic: optionalField(v.object({ showLogicId: v.optional(v.unknown()) })),
});

/** A question of a survey. */
export const question = v.object({
  id: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
  order: v.fallback(v.optional(v.number(), 0), 0),
  label: textOr(''),
  /** `Text Field`, `Text Area`, `Dropdown Box`, `Radio Button`, `Radio Button (side by side)` or `Checkbox`. */
  type: v.string(),
  mandatory: v.fallback(v.optional(v.boolean(), false), false),
  /** `alpha_numeric`, `numeric` or `email`. */
  validationType: optionalField(v.string()),
  /** The question is shown when an answer names this id. */
  logicId: optionalField(v.number()),
  entry: v.optional(v.unknown()),
  lastKnownValue: textOr(''),
});

const surveyAnswer = v.object({
  survey: v.object({
    id: v.union([v.number(), v.string()]),
    header: textOr(''),
    questions: v.optional(v.object({ question: v.optional(v.unknown()) })),
  }),
});

/** Parses an exit survey; undefined when it has no supported questions. */
export function parseExitSurvey(body: unknown): ExitSurvey | undefined {
  const { survey } = tryParse(surveyAnswer, body) ?? {};
  if (!survey) return undefined;
  const { id, header, questions } = survey;
  const asked = parseEach(question, questions?.question).flatMap((one) => {
    const type = questionTypes[one.type.toLowerCase()];
    return type === undefined ? [] : [{ ...one, type }];
  });
  if (asked.length === 0) return undefined;
  return {
    id,
    header,
    questions: asked
      .sort((one, other) => one.order - other.order)
      .map((one) => ({
        id: one.id,
        label: one.label,
        type: one.type,
        isMandatory: one.mandatory,
        validation: validationOf(one.validationType),
        logicId: one.logicId,
        entries: parseEach(entry, one.entry).map((choice) => ({
          value: choice.value,
          label: choice.displayValue || choice.value,
          isChecked: choice.checked,
          showsLogicIds: toList(choice.logic?.showLogicId).map(Number).filter(Number.isFinite),
        })),
        lastKnownValue: one.lastKnownValue,
      })),
  };
}

function validationOf(type: string | undefined): 'alpha_numeric' | 'numeric' | 'email' | undefined {
  return type === 'alpha_numeric' || type === 'numeric' || type === 'email' ? type : undefined;
}

/** Body of the survey submission: the answers and the conversation that they are about (CH-065). */
export function toSurveyBody(surveyId: number | string, conversationId: string, answers: SurveyAnswers): unknown {
  const given = Object.entries(answers).map(([id, answer]) => ({ id: Number(id), answer }));
  return { survey: { id: surveyId, conversationId, question: given } };
}

/** The engagement that a chat belongs to. */
export const engagementDetails = v.object({
  campaignId: optionalField(idText),
  engagementId: optionalField(idText),
  contextId: optionalField(idText),
  language: optionalField(v.string()),
  skillName: optionalField(v.string()),
});

export const engagement = v.object({
  status: optionalField(v.string()),
  sessionId: optionalField(idText),
  /** A short name of `sessionId`. */
  ssid: optionalField(idText),
  visitorId: optionalField(idText),
  /** A short name of `visitorId`. */
  svid: optionalField(idText),
  pageId: optionalField(idText),
  /** A short name of `contextId`. */
  scid: optionalField(idText),
  /** A short name of `engagementId`. */
  eid: optionalField(idText),
  /** A short name of `campaignId`. */
  cid: optionalField(idText),
  /** A short name of `language`. */
  lang: optionalField(v.string()),
  skillStatus: v.optional(v.unknown()),
  /** Says why there is no status. */
  internalCode: optionalField(v.number()),
  engagementDetails: optionalField(v.union([engagementDetails, v.array(engagementDetails)])),
});

export type Engagement = ReturnType<typeof parseEngagement>;

/** An engagement answer; the vendor's long and short field names are merged (CH-119). */
export function parseEngagement(body: unknown) {
  const raw = v.parse(engagement, body);
  const details = Array.isArray(raw.engagementDetails) ? raw.engagementDetails[0] : raw.engagementDetails;
  return {
    isAvailable: parseChatState(raw.status) === 'available',
    status: raw.status,
    sessionId: raw.sessionId ?? raw.ssid,
    visitorId: raw.visitorId ?? raw.svid,
    pageId: raw.pageId,
    contextId: details?.contextId ?? raw.scid,
    engagementId: details?.engagementId ?? raw.eid,
    campaignId: details?.campaignId ?? raw.cid,
    language: details?.language ?? raw.lang,
    skillName: details?.skillName,
    internalCode: raw.internalCode,
  };
}

export const domainServer = v.object({ lpServer: v.string() });
const domains = v.object({ ResultSet: v.object({ lpData: v.optional(v.unknown()) }) });

/** Parses a JSONP domain lookup: its first server. */
export function parseDomain(body: unknown): string {
  const servers = parseEach(domainServer, v.parse(domains, body).ResultSet.lpData);
  return v.parse(v.pipe(v.string(), v.minLength(1)), servers[0]?.lpServer);
}
