import * as v from 'valibot';
import type { GatewayAccount } from '../../../frame/chat/channel.ts';
import { botHost, botServiceDeployment } from '../../../frame/chat/channels/bot/deployment.ts';
import { lineTypes } from '../../../frame/chat/conversation.ts';
import { routingEntrySchema } from '../../../frame/chat/routing/routingEntry.ts';
import type { AnswerContract, CallContract, ServiceContract } from './serviceContract.ts';

const facts = v.record(v.string(), v.unknown());
const text = v.optional(v.string());

/** What the widget writes over the context of the last answer (frame/chat/channels/bot/session.ts). The rest is the bot's own. */
const messageContext = v.looseObject({
  /** The routing code of the bundle's row. */
  product: text,
  switch: text,
  chatSkills: v.optional(v.array(v.string())),
  /** `*`: all. */
  eligibleCountries: v.optional(v.union([v.array(v.string()), v.string()])),
  focusArea: text,
  /** Null: not known yet. */
  isChatAvailable: v.optional(v.nullable(v.boolean())),
  locale: text,
  pageLocale: text,
  /** The address of the page, without secrets. */
  pageUrl: text,
  /** The page before it, without secrets. */
  referrerUrl: text,
  userAgentInfo: text,
  /** Parameters of campaigns. */
  marketingParameters: v.optional(v.unknown()),
  countryCode: text,
  /** Whether the script of the employee check could be loaded. */
  isIBMer: v.optional(v.boolean()),
  /** The id that the page names. A claim. */
  iui: text,
  signedin: v.optional(v.boolean()),
  /** The profile that the page names. */
  bluemixProfile: v.optional(v.unknown()),
  socialId: text,
  /** The id of the page's analytics. */
  auId: text,
  conversation_id: v.optional(v.unknown()),
  engagementId: v.optional(v.unknown()),
  realtimeID: v.optional(v.unknown()),
  /** The bot speaks first, without a chat. */
  pillwelcome: v.optional(v.boolean()),
  version: v.optional(v.unknown()),
  responseManager: v.optional(v.unknown()),
  action: v.optional(v.unknown()),
  conversate: v.optional(v.unknown()),
  noSwitchBackToChatBot: v.optional(v.unknown()),
  extraBundles: v.optional(v.unknown()),
  schedulerParams: v.optional(v.unknown()),
  confirm_product_prompt: v.optional(v.unknown()),
  label: v.optional(v.unknown()),
  displayFeedback: v.optional(v.unknown()),
});

/** Whether the bot is ready for a product. */
const statusBody = v.strictObject({
  context: v.strictObject({
    /** The routing code of the bundle's row. */
    product: v.string(),
    language: v.string(),
  }),
});
/** Whether the bot is ready. */
const statusAnswer = v.object({
  /** Only `Available` and `Training` open the chat. */
  status: v.string(),
  /** The service answers with streams, knows messages by `input.id`, and stops. Only then are the fields for this sent. */
  streams: v.optional(v.boolean()),
});

/** The visitor's message, and its context. */
const messageBody = v.strictObject({
  context: messageContext,
  /** The text. If the visitor has pressed a line, its fields too. */
  input: v.looseObject({
    /** Empty: the bot greets. */
    text: v.string(),
    /** Unchanged when the message is sent again, so that the answer is the same and there is no second turn. */
    id: v.optional(v.string()),
    /** Ends the answer to the message with this id. What was sent so far is the answer. */
    stop: v.optional(v.literal(true)),
  }),
});

/** The target of a pressed line. */
const lineValue = v.object({
  /** The agents that a `chat` line leads to. */
  chatInformation: v.optional(v.array(routingEntrySchema)),
  /** The scheduler that a `scheduler` line opens. */
  schedulerConfig: v.optional(v.unknown()),
  /** The text that the scheduler shows instead of its own. */
  schedulerText: v.optional(v.string()),
});

/** One line of an answer. */
const line = v.object({
  /** Any other type is shown as text. */
  type: v.optional(v.union([v.picklist(lineTypes), v.string()])),
  text: v.optional(v.string()),
  value: v.optional(lineValue),
  /** The focus area that a line leads to. */
  focusArea: v.optional(v.string()),
  /** Where a link leads. */
  href: v.optional(v.string()),
  /** Makes the line a choice. */
  choiceType: v.optional(v.string()),
  /** Sent back with a choice. */
  dialogNode: v.optional(v.string()),
  /** The second text of a tile or a group. */
  description: v.optional(v.string()),
  imageUrl: v.optional(v.string()),
  /** The lines of a group or a tile. */
  items: v.optional(v.array(v.looseObject({}))),
});

/** One bubble. */
const block = v.object({
  /** `group`, `tile`, `review` or `markdown` for a block of that kind. */
  type: v.optional(v.string()),
  title: v.optional(v.string()),
  /** The text of a `markdown` block: paragraphs, lists, emphasis, code and links. Everything else, including HTML, stays text. */
  text: v.optional(v.string()),
  /** The text under review. */
  review: v.optional(v.string()),
  items: v.optional(v.array(line)),
});

/** What the bot says. */
const output = v.object({
  /** The bubbles, one after the other. */
  values: v.optional(v.array(block)),
  /** The response types of the hosted assistant, instead of `values`. */
  generic: v.optional(v.array(v.unknown())),
});

const scalar = v.union([v.string(), v.number()]);

/** The bot's answer. */
const messageAnswer = v.object({
  /** The id of the turn. */
  _id: v.optional(scalar),
  text: v.optional(scalar),
  /** Sent back with the next message. `conversation_id` continues the conversation. */
  context: v.optional(facts),
  output: v.optional(output),
  /** ISO 8601, or ms since the epoch. */
  timestamp: v.optional(scalar),
  source: v.optional(v.string()),
});

/** The first event, at once. */
const startEvent = v.object({
  /** The id of the turn, as in the answer and in the history. */
  _id: scalar,
  /** The `id` of the message. */
  to: v.string(),
  /** Names the conversation. */
  context: v.optional(facts),
});

/** The next piece of the text. Pieces that follow each other are one `markdown` block of the answer. */
const textEvent = v.object({ text: v.string() });

/** The last event, in place of an answer that cannot be given. */
const errorEvent = v.object({ message: v.optional(v.string()), output: v.optional(output) });

/** The request of a history. */
const historyBody = v.strictObject({ conversation_id: v.string() });

const turns = v.array(
  v.object({
    _id: v.optional(scalar),
    timestamp: v.optional(scalar),
    /** The answer is still being written. The history is read again. */
    partial: v.optional(v.boolean()),
    data: v.optional(
      v.object({
        /** The visitor's message. */
        input: v.optional(v.object({ text: v.optional(v.string()) })),
        output: v.optional(output),
      }),
    ),
  }),
);

/** The turns, oldest first: the list itself, or in `list` or `history`. */
const historyAnswer = v.union([turns, v.object({ list: turns }), v.object({ history: turns })]);

/** The rated answer, unchanged. */
const ratingBody = v.looseObject({ valid: v.boolean() });

/** New facts of the context, or a link that was followed. */
const updateBody = v.union([
  v.strictObject({ context: messageContext, _id: v.optional(v.string()) }),
  v.strictObject({
    linkUrl: v.string(),
    /** The answer with the link, unchanged. */
    originalData: v.optional(v.unknown()),
    _id: v.optional(v.string()),
  }),
]);

const exampleOutput = {
  values: [
    {
      items: [
        { type: 'text', text: 'Hi! What can I help you with?' },
        { type: 'choice', text: 'Prices' },
      ],
    },
  ],
};

const exampleAnswer = {
  _id: 'turn-2',
  context: { conversation_id: 'c-1', conversate: true },
  output: {
    values: [
      { type: 'markdown', text: 'You pay **by the second**.' },
      {
        type: 'group',
        title: 'Sources',
        items: [{ type: 'link', text: 'Prices', href: 'https://www.example.com/prices' }],
      },
    ],
  },
};

const exampleStream = [
  ['start', { _id: 'turn-2', to: 'm-7', context: { conversation_id: 'c-1' } }],
  ['text', { text: 'You pay **by the ' }],
  ['text', { text: 'second**.' }],
  ['part', exampleAnswer.output.values[1]],
  ['answer', exampleAnswer],
] as const;

/** The company's bot, on its own host and on those of the accounts that the page's address may choose. */
export function botService(section: unknown, accounts: readonly GatewayAccount[]): ServiceContract {
  const deployment = v.parse(botServiceDeployment, section ?? {});
  const accountHosts = accounts.filter(({ service }) => service === 'bot').map(({ baseURI }) => baseURI);
  const hosts = [botHost(deployment), ...accountHosts].filter((host) => host !== '');
  const call = (id: string, path: string, summary: string) =>
    ({ id, hosts, method: 'POST', path: `/v2${path}`, summary }) as const;
  const unread: Readonly<Record<string, AnswerContract>> = {
    '2XX': { description: 'The answer is JSON or empty, and is not read.' },
  };
  const employeeCheck = URL.canParse(deployment.employeeCheckUrl) ? new URL(deployment.employeeCheckUrl) : undefined;
  const calls: readonly CallContract[] = [
    {
      ...call('status', '/status', 'Whether the bot is ready'),
      body: { schema: statusBody, example: { context: { product: 'guide', language: 'en-US' } } },
      answers: {
        '200': { description: 'The status.', content: { schema: statusAnswer, example: { status: 'Available' } } },
        default: { description: 'There is no chat with the bot.' },
      },
    },
    {
      ...call('message', '/message', 'Takes what the visitor says, and answers'),
      body: {
        schema: messageBody,
        example: { context: { product: 'guide', locale: 'en-US' }, input: { text: 'Prices' } },
      },
      answers: {
        '200': {
          description: 'The answer.',
          content: {
            schema: messageAnswer,
            example: { _id: 'turn-1', context: { conversation_id: 'c-1', conversate: true }, output: exampleOutput },
          },
          stream: {
            description:
              'For a request that accepts it. `start` comes first and `answer` last, with the whole answer. The parts between them have the order of `output.values`. The `id` of an event is its number, from 1. Send a comment every 10 s while there is nothing to say. A connection that ends is no stop: write on, and answer the same `input.id` again.',
            events: { start: startEvent, text: textEvent, part: block, answer: messageAnswer, error: errorEvent },
            example: exampleStream
              .map(([name, data], at) => `event: ${name}\nid: ${at + 1}\ndata: ${JSON.stringify(data)}\n\n`)
              .join(''),
          },
        },
        default: {
          description: 'A failure that has an `output` is shown as an answer.',
          content: { schema: messageAnswer, example: { output: exampleOutput } },
        },
      },
    },
    {
      ...call('history', '/message/history', 'The turns of a conversation'),
      body: { schema: historyBody, example: { conversation_id: 'c-1' } },
      answers: {
        '200': {
          description: 'The turns. The id gives access to them, so it must not be guessable.',
          content: {
            schema: historyAnswer,
            example: [
              {
                _id: 'turn-1',
                timestamp: '2026-11-22T20:00:00.000Z',
                data: { input: { text: 'Prices' }, output: exampleOutput },
              },
            ],
          },
        },
        default: { description: 'The chat starts without its history.' },
      },
    },
    {
      ...call('rate', '/validate', 'Takes a thumb up or down'),
      body: { schema: ratingBody, example: { _id: 'turn-1', output: exampleOutput, valid: true } },
      answers: unread,
    },
    {
      ...call('update', '/update', 'Takes new facts of the context, or a link that was followed'),
      body: { schema: updateBody, example: { context: { socialId: 's-7' }, _id: 'turn-1' } },
      answers: unread,
    },
    {
      ...{
        id: 'employee-check',
        method: 'GET',
        path: employeeCheck?.pathname ?? '/employee',
        isForeign: true,
        isExampleRefused: true,
        isScript: true,
      },
      hosts: employeeCheck ? [employeeCheck.origin] : [],
      summary: 'A script that only employees can load',
      parameters: [
        {
          ...{ in: 'query', name: 'callback', schema: v.string(), example: 'employeeAnswered', isRequired: true },
          description: 'The function that the script calls (JSONP).',
        },
      ],
      answers: {
        '200': {
          description: 'A script. The visitor is an employee.',
          content: { schema: v.string(), example: 'employeeAnswered({})', types: ['text/javascript'] },
        },
        default: { description: 'The visitor is not an employee.' },
      },
    },
  ];
  return {
    name: 'bot',
    title: 'Bot service',
    description: 'Answers visitors. Each call goes to one host, once, so there are no duplicate messages.',
    file: 'test/services/contracts/bot.ts',
    schemas: {
      ...{ statusBody, statusAnswer, messageBody, messageContext, messageAnswer },
      ...{ output, block, line, lineValue, routingEntrySchema },
      ...{ startEvent, textEvent, errorEvent },
      ...{ historyBody, historyAnswer, ratingBody, updateBody },
    },
    calls,
  };
}
