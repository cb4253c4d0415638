import { constants, existsSync } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { refusal } from './refusal.mjs';

/** Returns what is wrong with an answer, or undefined. */
const checks = {
  /** What a page's address begins with. `http` is for tests on the same machine. */
  origin(text) {
    const isOrigin = URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '').toLowerCase();
    return isOrigin && /^https:|^http:\/\/localhost(?:[:/]|$)/.test(text)
      ? undefined
      : `"${text}" is not an origin, such as https://www.example.com`;
  },
  path: (text) => (/^\/[^\s?#]*$/.test(text) ? undefined : `"${text}" is not a path, such as /contact.json`),
  choice: (text) => (/^[12]$/.test(text) ? undefined : 'Answer 1 or 2'),
  chat: (text) => (/^[123]$/.test(text) ? undefined : 'Answer 1, 2 or 3'),
  yesOrNo: (text) => (/^(y|yes|n|no)$/i.test(text) ? undefined : 'Answer yes or no'),
};

const isYes = (text) => /^y/i.test(text);
const originOf = (text) => new URL(text).origin;
/** As a shell reads it: in quotes if it must. */
const inShell = (path) => (/^[\w./~@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** Before the first question, because the answers would be lost. */
async function checkPlace(path) {
  try {
    await mkdir(dirname(path), { recursive: true });
    if (existsSync(path) && (await stat(path)).isDirectory()) throw new Error('it is a folder');
    await access(existsSync(path) ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw refusal(`${path} cannot be written: ${error.message}.`, 'Name another file: npm run config -- PATH');
  }
}

/**
 * `npm run config`: asks what a deployment needs at least, and writes a file that the build accepts.
 *
 * @param {string} path
 * @param {{
 *   parseDeployment: (file: unknown) => unknown,
 *   ownConfig: string,
 *   schemaFile: string,
 *   input?: import('node:stream').Readable,
 *   output?: import('node:stream').Writable,
 * }} tools
 */
export async function writeConfig(path, { input = process.stdin, ...tools }) {
  await checkPlace(path);
  const reader = createInterface({ input });
  try {
    await askAndWrite(path, reader[Symbol.asyncIterator](), tools);
  } finally {
    // Otherwise the process would wait for more input.
    reader.close();
  }
}

async function askAndWrite(path, lines, { parseDeployment, ownConfig, schemaFile, output = process.stdout }) {
  /** What the build would say about a section with the answer: for a colour that cannot be read, the nearest that can. */
  const check = (sectionOf) => (text) => {
    try {
      parseDeployment({ allowedHosts: [], contact: { hosts: ['https://example.com'] }, ...sectionOf(text) });
      return undefined;
    } catch (error) {
      const sentence = error.message.replace(/^config\.json is refused: [^\s:]+: /, '');
      return sentence.startsWith('"') ? sentence : `"${text}" ${sentence}`;
    }
  };
  const xmppWith = (answer) => {
    const { address = 'wss://xmpp.example.com', guestHost = 'guests.example.com', desk = 'sales@example.com' } = answer;
    return { chat: { channels: { xmpp: { address, guestHost, desks: { default: { address: desk } } } } } };
  };
  const colour = check((accent) => ({ brand: { accent } }));
  const service = (text) => checks.origin(text) ?? check((host) => ({ contact: { hosts: [host] } }))(originOf(text));

  const say = (text) => output.write(`${text}\n`);

  /** Asks until every part of the answer is right. An empty answer is the default. */
  async function askForList(question, problemOf, defaultAnswer) {
    for (;;) {
      output.write(`${question}${defaultAnswer === undefined ? '' : ` [${defaultAnswer || 'none'}]`} `);
      const { value, done } = await lines.next();
      if (done) throw new Error('The answers ended before the last question. Nothing was written.');
      const text = value.trim() || defaultAnswer;
      if (text === '') return [];
      const parts = (text ?? '').split(/[\s,]+/);
      const problem = parts.map(problemOf).find((one) => one !== undefined);
      if (problem === undefined) return parts;
      say(`  ${problem}.`);
    }
  }

  async function ask(question, problemOf, defaultAnswer) {
    for (;;) {
      const answers = await askForList(question, problemOf, defaultAnswer);
      if (answers.length < 2) return answers[0];
      say('  Give one answer only.');
    }
  }

  async function askAboutChat(chatter) {
    if (chatter === '2') {
      const one = (question, field) =>
        ask(
          question,
          check((text) => xmppWith({ [field]: text })),
        );
      const address = await one('Address of its WebSocket, such as wss://xmpp.example.com/xmpp-websocket:', 'address');
      const guestHost = await one('Host of visitors, such as guests.example.com:', 'guestHost');
      const desk = await one('Account of the people who answer, such as sales@desk.example.com:', 'desk');
      return xmppWith({ address, guestHost, desk });
    }
    if (chatter !== '3') return {};
    const main = await ask('Origin of the bot service, such as https://bot.example.com:', service);
    return { chat: { channels: { bot: { hosts: { main: originOf(main) } } } } };
  }

  say('This writes a first config.json. Your editor explains all other settings when you change the file.\n');
  if (existsSync(path)) {
    const isReplaced = await ask(`${path} exists. Replace it? (yes or no)`, checks.yesOrNo, 'no');
    if (!isYes(isReplaced)) {
      say('Nothing was written.');
      return;
    }
  }
  const allowedHosts = await askForList(
    'Origins of the pages that embed the widget, separated by spaces, such as https://www.example.com https://shop.example.com:',
    checks.origin,
  );
  say('\nWhere do the contact options come from?\n  1  a static file on your own site\n  2  a contact service');
  const source = await ask('1 or 2:', checks.choice, '1');
  const hosts = await askForList(
    source === '1'
      ? 'Origin of the site with the file, such as https://www.example.com, or http://localhost:8080 to try it:'
      : 'Origins of the service, best first, such as https://contact.example.com:',
    service,
  );
  const file = source === '1' ? await ask('Path of the file:', checks.path, '/contact.json') : undefined;
  say('\nWho answers in the chat?\n  1  nobody: no chat\n  2  people, on your own XMPP server\n  3  your own bot');
  const chatter = await ask('1, 2 or 3:', checks.chat, '1');
  const chat = await askAboutChat(chatter);
  const scheduler = await askForList(
    '\nOrigins of the scheduler service, if there is one, such as https://scheduler.example.com:',
    service,
    '',
  );
  const mayAsk =
    chatter === '1' ? 'no' : await ask('\nMay the pane ask for consent to chat? (yes or no)', checks.yesOrNo, 'no');

  const accent = await ask('\nThe accent colour of your brand, such as #1155dd:', colour, '');

  const config = {
    $schema: relative(dirname(path), schemaFile).replaceAll('\\', '/'),
    allowedHosts: allowedHosts.map(originOf),
    contact: { hosts: hosts.map(originOf), ...(file ? { file } : {}) },
    ...chat,
    ...(scheduler.length > 0 ? { scheduler: { hosts: scheduler.map(originOf) } } : {}),
    ...(isYes(mayAsk) ? { consent: { mayAsk: true } } : {}),
    ...(accent ? { brand: { accent } } : {}),
  };
  parseDeployment(config);
  await writeFile(path, `${JSON.stringify(config, null, 2)}\n`);
  const isOwn = path === ownConfig;
  say(`\nWrote ${path}.\nNext: npm run build${isOwn ? '' : ` -- --config ${inShell(path)} --out FOLDER`}`);
  if (file && chatter === '2')
    say('In the contact file, each language offers the chat with: "chat": {"service": "xmpp", "desk": "default"}');
  if (file) say(`The contact file: copy an example from test/contact/, then npm run check:contact -- FILE`);
}
