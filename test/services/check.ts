import { parseArgs } from 'node:util';
import { type Deployment, parseDeployment } from '../../frame/deployment/deployment.ts';
import { policyOf } from '../../frame/deployment/headers.ts';
import { readJsonFile } from '../contact/readJsonFile.ts';
import { unknownTexts } from '../contact/unknownTexts.ts';
import { socketsOf } from './contracts/all.ts';
import { documentsOf } from './documents.ts';
import { inquiryAddresses } from './inquiryAddresses.ts';
import { readOperations } from './operations.ts';
import { readPolicy } from './policy.ts';
import { tryBot } from './tryBot.ts';
import { type Asker, columns, type Tried, tryServices, trySocket } from './tryServices.ts';
import { tryVendors } from './tryVendors.ts';
import { unofferedCalls } from './unofferedCalls.ts';

const noForm = 'The answer of the contact service, or the contact file, names no form that sends to a server.';
const usage = `Name a deployment file, the origin of the widget and a focus area:
npm run check:services -- --config frame/config.json --origin https://widget.example.com --focus-area cloud --with confirmationNumber=4711`;
/** Reserved for examples, so no service that lists its allowed origins allows it. */
const unknownOrigin = 'https://widget.example';

/** `npm run check:services -- CONFIG`: tries the services of a deployment. Resolves to the exit code. */
export async function checkServices(
  args: readonly string[],
  print: (text: string) => void = console.log,
): Promise<number> {
  const read = readArguments(args);
  if (typeof read === 'string') {
    print(read);
    return 2;
  }
  const { deployment, asker } = read;
  const { tried, untried } = await tryAll(deployment, asker);
  if (tried.length === 0) {
    print('The deployment names no service.');
    return 0;
  }
  if (asker.origin === unknownOrigin)
    print(`Asked as ${unknownOrigin}. To ask the services as your widget does, name its origin with --origin.\n`);
  print(tableOf(tried));
  const misfits = tried.filter((one) => one.misfits.length > 0);
  const doubtful = tried.filter(({ doubt }) => doubt !== undefined);
  for (const { call, address, by, misfits: sentences } of misfits)
    print(`\n${call} (${by} ${address})\n  ${sentences.join('\n  ')}`);
  for (const { call, address, by, doubt } of doubtful)
    print(`\n${call} (${by} ${address}) could not be checked\n  ${doubt}`);
  for (const { call, reason } of untried) print(`\n${call} was not tried\n  ${reason}`);
  const unread = new Set(contactAnswers(tried).flatMap(unknownTexts));
  if (unread.size > 0) print(['\nTexts of the contact service', ...unread].join('\n  Warning: '));
  const unoffered = deployment.scheduler ? [] : [...new Set(contactAnswers(tried).flatMap(unofferedCalls))];
  if (unoffered.length > 0) print(['\nCalls of the contact service', ...unoffered].join('\n  Warning: '));
  const matching = tried.filter((one) => one.misfits.length === 0 && one.doubt === undefined);
  print(`\n${matching.length} of ${matching.length + misfits.length} match.`);
  return misfits.length > 0 ? 1 : 0;
}

function readArguments(args: readonly string[]): { deployment: Deployment; asker: Asker } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        origin: { type: 'string' },
        'focus-area': { type: 'string' },
        with: { type: 'string', multiple: true, default: [] },
        timeout: { type: 'string', default: '15' },
      },
    });
    const [file, ...others] = [...(values.config === undefined ? [] : [values.config]), ...positionals];
    if (file === undefined || others.length > 0) return usage;
    const named = new Map(values.with.map(readValue));
    const deployment = parseDeployment(readJsonFile(file));
    const limitMs = Number(values.timeout) * 1000;
    if (!(limitMs > 0)) throw new Error(`--timeout ${values.timeout} is not a number of seconds.`);
    const origin = values.origin === undefined ? unknownOrigin : readOrigin(values.origin);
    return {
      deployment,
      asker: {
        ...{ origin, focusArea: values['focus-area'], values: named, key: deployment.authorizationKey },
        ...{ policy: readPolicy(policyOf(deployment)), limitMs },
      },
    };
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n${usage}`;
  }
}

function readOrigin(text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new Error(`--origin ${text} is not an origin, such as https://widget.example.com.`);
}

function readValue(text: string): [string, string] {
  const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error(`--with ${text} is not a name=value pair.`);
  return [name, value];
}

async function tryAll(deployment: Deployment, asker: Asker) {
  const operations = readOperations(documentsOf(deployment));
  const own = operations.all.filter(({ vendor }) => vendor === undefined);
  const { tried, untried } = await tryServices({ ...operations, all: own }, asker);
  const bot = await tryBot(operations, asker);
  const form = await tryForm(deployment, tried, asker);
  const sockets = socketsOf(deployment)
    .filter(({ vendor }) => vendor === undefined)
    .flatMap(({ addresses, name, subprotocol }) =>
      addresses.map((address) => ({ name, address, ...(subprotocol ? { subprotocol } : {}) })),
    );
  const opened = await Promise.all(sockets.map((socket) => trySocket(socket, asker)));
  const vendors = await tryVendors(deployment, asker);
  return {
    tried: [...tried, ...bot.tried, ...form.tried, ...opened, ...vendors.tried],
    untried: [...untried, ...bot.untried, ...form.untried, ...vendors.untried],
  };
}

/** No deployment names the address of the form. The answers about what a page offers do. */
async function tryForm(deployment: Deployment, tried: readonly Tried[], asker: Asker) {
  const addresses = inquiryAddresses(contactAnswers(tried));
  if (addresses.length === 0) return { tried: [], untried: [{ call: 'messages send', reason: noForm }] };
  const operations = readOperations(documentsOf(deployment, { inquiryAddresses: addresses }));
  return tryServices({ ...operations, all: operations.all.filter(({ service }) => service === 'messages') }, asker);
}

const contactAnswers = (tried: readonly Tried[]): readonly unknown[] =>
  tried.filter(({ call }) => call.startsWith('contact ')).map(({ answer }) => answer);

function tableOf(tried: readonly Tried[]): string {
  const rows = [
    ['call', 'by', ...columns, 'address'],
    ...tried.map(({ call, by, found, status, address }) => [
      call,
      by,
      ...columns.map((column) =>
        column === 'status' && status !== undefined ? `${status} ${found[column]}` : found[column],
      ),
      address,
    ]),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
