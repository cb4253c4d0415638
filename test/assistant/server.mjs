/**
 * A bot service for the widget: HTTP, streaming, limits and handover. The answers come from a function; README.md describes it, and says who
 * needs which file. From top to bottom: answers, requests, server, start.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createConversations } from './conversations.mjs';
import { createTraffic, defaultLimits, networkOf, Refusal } from './limits.mjs';
import { asksForPerson, words } from './words.mjs';

/** What a thumb down sends, in every language. */
const thumbDown = 'Unhappy customer';

// Answers

/**
 * A part of an answer. README.md describes its fields.
 * @typedef {object} Part
 * @property {string} [text]
 * @property {string[]} [choices]
 * @property {{ title: string, url: string }[]} [sources]
 * @property {'offer' | 'now'} [person]
 *
 * @callback Answer
 * @param {string} question
 * @param {{ earlier: { question: string, answer: string }[], signal: AbortSignal }} about
 * @returns {AsyncIterable<Part>}
 */

/** Returns a function that writes the answer to a turn. */
function createWriter({ answer, handover, log }) {
  const value = handover && { chatInformation: [handover] };

  function add(turn, { text, choices, sources, person }) {
    if (text) turn.say(text);
    if (choices) turn.show({ items: choices.map((choice) => ({ type: 'choice', text: choice })) });
    if (sources) showSources(turn, sources);
    if (person === 'offer') turn.show({ items: [{ type: 'chat', text: words.person, value }] });
    if (person === 'now') handOver(turn);
  }

  function showSources(turn, sources) {
    const items = sources.map(({ title, url }) => ({ type: 'link', text: title, href: url }));
    if (items.length > 0) turn.show({ type: 'group', title: words.sources, items });
    turn.context.displayFeedback = true;
  }

  function handOver(turn) {
    turn.say(words.handover);
    turn.context.action = 'chat';
    if (handover) Object.assign(turn.context, { focusArea: 'person', extraBundles: { person: handover } });
  }

  return async (turn, earlier) => {
    if (turn.text === '') return add(turn, { text: words.greeting, person: 'offer' });
    if (turn.text === thumbDown) return add(turn, { text: words.sorry, person: 'offer' });
    if (asksForPerson.test(turn.text)) return add(turn, { person: 'now' });
    try {
      for await (const part of answer(turn.text, { earlier, signal: turn.signal })) {
        if (turn.isOver) return;
        add(turn, part);
      }
      if (!turn.hasBegun()) add(turn, { text: words.nothing, person: 'offer' });
    } catch (error) {
      if (turn.isOver) return;
      log(error?.cause?.message ?? error?.message ?? String(error));
      add(turn, { text: turn.hasBegun() ? `\n\n${words.broken}` : words.broken, person: 'offer' });
    }
  };
}

// Requests

async function readBody(request, maxBytes) {
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new Refusal(415, 'The request is not JSON.');
  if (Number(request.headers['content-length']) > maxBytes) throw new Refusal(413, words.long);
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBytes) throw new Refusal(413, words.long);
    chunks.push(chunk);
  }
  try {
    return fieldsOf(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    throw new Refusal(400, 'The request is not JSON.');
  }
}

const fieldsOf = (value) => (typeof value === 'object' && value !== null ? value : {});

function sendJson(response, status, content) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

/** Sends all events of a turn: those so far, and those to come. */
function sendEvents(response, { events, listeners }) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  const send = (event) => void response.write(event);
  const end = () => void response.end();
  send(events.join(''));
  // Keeps a quiet stream alive.
  const timer = setInterval(send, 5_000, ': wait\n\n');
  listeners.on('event', send).once('over', end);
  response.once('close', () => {
    clearInterval(timer);
    listeners.off('event', send).off('over', end);
  });
}

// Server

/**
 * The server, which does not listen yet.
 * @param {object} options
 * @param {Answer} options.answer
 * @param {string} options.origin The widget's. No other page may ask.
 * @param {{ service: string, skill: string | undefined } | undefined} [options.handover]
 *   A chat service of the deployment with its routing code. Without it, the people of the page's own chat options answer.
 * @param {boolean} [options.isBehindProxy] The visitor's address is the last one in X-Forwarded-For.
 * @param {Partial<typeof defaultLimits>} [options.limits]
 * @param {(line: string) => void} [options.log]
 */
export function createAssistant({ answer, origin, handover, isBehindProxy, limits: own, log = console.error }) {
  const limits = { ...defaultLimits, ...own };
  const write = createWriter({ answer, handover, log });
  const conversations = createConversations(limits);
  const traffic = createTraffic(limits);
  let writing = 0;

  /** Begins a turn, which goes on if the visitor's connection is lost. */
  function begin({ visitor, isStream }, text, messageId, conversationId) {
    if (typeof text !== 'string') throw new Refusal(400, words.unread);
    if (text.length > limits.question) throw new Refusal(413, words.long);
    traffic.count(visitor, 'messages');
    if (writing >= limits.answersAtOnce) throw new Refusal(503, words.busy);
    const leave = traffic.begin(visitor);
    writing += 1;
    const { turn, earlier } = conversations.add(text.trim(), messageId, conversationId);
    const timer = setTimeout(
      () => {
        turn.say(`\n\n${words.broken}`);
        turn.end();
      },
      isStream ? limits.streamMs : limits.wholeMs,
    );
    turn.listeners.once('over', () => {
      clearTimeout(timer);
      leave();
      writing -= 1;
      conversations.count(turn);
    });
    write(turn, earlier).then(turn.end);
    return turn;
  }

  async function message(call) {
    const { conversation_id: conversationId, pillwelcome } = fieldsOf(call.body.context);
    const { text, id, stop } = fieldsOf(call.body.input);
    if (pillwelcome === true) return { output: { values: [{ type: 'markdown', text: words.greeting }] } };
    const messageId = typeof id === 'string' && id.length <= 100 ? id : undefined;
    const known = conversations.asked(messageId, conversationId);
    if (stop === true && !known) throw new Refusal(404, 'This message is not known.');
    if (stop === true) known.end();
    const turn = known ?? begin(call, text, messageId, conversationId);
    if (call.isStream && !turn.isOver) return sendEvents(call.response, turn);
    if (!turn.isOver) await once(turn.listeners, 'over');
    return turn.answer();
  }

  const calls = new Map([
    ['/v2/status', () => ({ status: 'Available', streams: true })],
    ['/v2/message', message],
    ['/v2/message/history', ({ body }) => conversations.history(body.conversation_id)],
    ['/v2/validate', () => ({})],
    ['/v2/update', () => ({})],
  ]);

  async function handle(request, response) {
    const { method, headers, url, socket } = request;
    if (headers.origin !== origin)
      throw new Refusal(403, 'Only the widget may ask. Its origin is ORIGIN of this assistant.');
    response.setHeader('access-control-allow-origin', origin).setHeader('access-control-max-age', '600');
    response.setHeader('access-control-allow-headers', 'content-type, authorization');
    if (method === 'OPTIONS') return response.writeHead(204).end();
    const call = method === 'POST' && calls.get(url.split('?')[0]);
    if (!call) throw new Refusal(404, 'There is no such call.');
    const forwarded = isBehindProxy ? headers['x-forwarded-for']?.split(',').at(-1).trim() : undefined;
    const visitor = networkOf(forwarded ?? socket.remoteAddress ?? '');
    traffic.count(visitor, 'calls');
    response.once('close', traffic.begin(visitor));
    const isStream = headers.accept?.includes('text/event-stream') === true;
    const content = await call({ body: await readBody(request, limits.bodyBytes), visitor, isStream, response });
    if (content !== undefined) sendJson(response, 200, content);
  }

  return createServer({ requestTimeout: 20_000 }, (request, response) => {
    response.setHeader('cache-control', 'no-store, no-transform').setHeader('vary', 'origin');
    handle(request, response).catch((error) => {
      const isRefused = error instanceof Refusal;
      if (!isRefused && !response.destroyed) log(error.message);
      const text = isRefused ? error.message : words.broken;
      sendJson(response, isRefused ? error.status : 500, {
        message: text,
        output: { values: [{ items: [{ type: 'text', text }] }] },
      });
    });
  });
}

// Start

/** The function of your own file, or the one that answers from a folder of pages. */
export async function answersOf(source, env) {
  if (source.endsWith('.mjs')) {
    const { answer } = await import(pathToFileURL(resolve(source)).href);
    if (typeof answer !== 'function') throw new Error(`${source} has to export a function with the name answer.`);
    return { answer, summary: `Answers: ${source}` };
  }
  const { createAnswers, pageSettings, readPages } = await import('./pages.mjs');
  const pages = readPages(source);
  return { answer: createAnswers({ pages, ...pageSettings(env) }), summary: `Pages: ${pages.length}` };
}

/**
 * The settings of README.md for the server.
 * @param {Record<string, string | undefined>} env
 */
export function serverSettings({ PERSON, BEHIND_PROXY }) {
  const [service, skill] = PERSON?.split(':') ?? [];
  return { handover: service ? { service, skill } : undefined, isBehindProxy: BEHIND_PROXY === '1' };
}

async function start([source], env) {
  if (!source || !URL.canParse(env.ORIGIN))
    throw new Error('Name the widget and the folder: ORIGIN=https://widget.example.com node server.mjs pages');
  const { origin } = new URL(env.ORIGIN);
  const { answer, summary } = await answersOf(source, env);
  const server = createAssistant({ answer, origin, ...serverSettings(env) });
  server.on('error', fail).listen(Number(env.PORT ?? 4700), env.HOST ?? '127.0.0.1', () => {
    const { address, port } = server.address();
    console.log(`${summary}. Widget: ${origin}. Address: http://${address}:${port}`);
  });
}

function fail({ message }) {
  console.error(message);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) start(process.argv.slice(2), process.env).catch(fail);
