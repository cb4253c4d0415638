import { readSources } from './sources.ts';

/** Messages with one cause, and what its reader does about them. The first group whose pattern a text or a file matches has its messages. */
interface Group {
  readonly title: string;
  readonly advice: string;
  readonly files: RegExp;
  /** Messages with this cause in files whose other messages have another one. */
  readonly texts?: RegExp;
}

export const groups: readonly Group[] = [
  {
    title: 'Caused by the page',
    advice:
      'Correct the page: the message names the attribute, value, field or link, and the nearest one that exists. See [Embedding](../../loader/EMBEDDING.md).',
    files:
      /^frame\/(?:host\/(?:pageAdvice|pageSettings|hostEvent|hostStore)|compose\/(?:advice|core|debug)|debug\/|outreach\/(?:rulesWatch|pageRules))/,
  },
  {
    title: 'Caused by the page’s address',
    advice: 'Remove the parameter, or list its group in `addressOverrides`. A public deployment should list none.',
    files: /^frame\/compose\/readAddress/,
  },
  {
    title: 'Caused by the deployment',
    advice:
      'Correct `config.json`, build again and publish, or correct the datafile of experiments that it names. `npm run build` names a field that it refuses. If the widget could not start, the error behind the message says whether the page is missing from `allowedHosts` or the file is wrong; otherwise a download has failed. See [Operating](OPERATING.md).',
    texts: /^The widget could not start\.$/,
    files:
      /^frame\/(?:deployment\/|shell\/loadVendorFiles|shell\/brand\/|insight\/experiments\/(?:clientContext|decide|experimentCalls|featureCalls)|chat\/(?:routing\/(?:adapters|accounts|openChannels)|channels\/xmpp\/index)|identity\/openIdentity|compose\/agreement|insight\/analytics\/)/,
  },
  {
    title: 'Caused by the contact service or the contact file',
    advice:
      'Correct the answer of the contact service, or the static file. `npm run check:contact` and `npm run check:services` say what is wrong with it.',
    files:
      /^frame\/(?:contact\/(?!clientInfo|form\/|links\/|privacy\/)|text\/|chat\/window\/reading|scheduler\/(?:timeZones|displayStore|infoStore|findSource))/,
  },
  {
    title: 'Caused by a service that fails',
    advice:
      'The widget continues without it. Run `npm run check:services`, read the log of the service, and check its CORS headers and its host in the frame’s `connect-src`.',
    files: /^frame\/(?:chat|contact\/(?!links\/)|identity|outreach|scheduler|insight|compose\/links)\b/,
  },
  {
    title: 'Caused by a failed download, or by a fault of the widget',
    advice:
      'Check that the web server has every file of the build, and sends the headers that were published with it. If it does, report the message with the version of the widget.',
    files: /^frame\//,
    texts: /^Some data was not removed from the page\.$/,
  },
];

export interface ConsoleMessage {
  readonly text: string;
  readonly file: string;
}

const literal = /(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)/.source;
/** Where messages are written: an argument of a call that logs, or a constant that is passed to one. */
const patterns = [
  new RegExp(String.raw`\bwarn\(\s*${literal}`, 'g'),
  new RegExp(String.raw`\blog\.error\(\s*${literal}`, 'g'),
  new RegExp(String.raw`\bfail\(error,\s*${literal}`, 'g'),
  new RegExp(String.raw`\bwrite\(\s*'(?:error|warning)',\s*${literal}`, 'g'),
  /^export const refused\w+ =\s*'([^']+)'/gm,
];
/** Files whose sentences all are messages: other code logs them, or they are passed to a function of the same file. */
const sentenceFiles =
  /^frame\/(?:host\/pageAdvice|outreach\/pageRules|chat\/window\/windowActions|chat\/channels\/bot\/actions)\.ts$/;
const sentences = [
  /'([^'\n]+ [^'\n]+\.)'|(?:skipped\.push\(|skipped: \[)`([^`]+)`/g,
  /return `([^`]+)`|place = `([^`]+)`|\[`([^`]+)`\]/g,
];

/** Every message of the frame. A value that is filled in is shown as `…`. */
export function consoleMessages(): readonly ConsoleMessage[] {
  const found = readSources(['frame'], /\.tsx?$/).flatMap(({ path, text }) => {
    const joined = text.replace(/' \+\s*'/g, '');
    return [...patterns, ...(sentenceFiles.test(path) ? sentences : [])].flatMap((pattern) =>
      [...joined.matchAll(pattern)].map(([, ...parts]) => ({
        text: (parts.find((part) => part !== undefined) ?? '').replace(/\$\{[^}]*\}+/g, '…'),
        file: path,
      })),
    );
  });
  // Names that are made of a value, and the end of a sentence that begins with one, are not messages.
  const unique = new Map(
    found.filter(({ text }) => /\w \w/.test(text) && !/^… (?:Did|The) /.test(text)).map((one) => [one.text, one]),
  );
  return [...unique.values()].toSorted((one, other) => one.text.localeCompare(other.text, 'en'));
}

export const groupOf = ({ text, file }: ConsoleMessage): Group | undefined =>
  groups.find(({ texts }) => texts?.test(text)) ?? groups.find(({ files }) => files.test(file));

export function writeMessages(): string {
  const all = consoleMessages();
  const sections = groups.map((group) => {
    const lines = all.filter((one) => groupOf(one) === group).map(({ text }) => `- ${text}`);
    return `## ${group.title}\n\n${group.advice}\n\n${lines.join('\n')}\n`;
  });
  return `# Messages on the console

What the widget writes to the console of the page, by cause, and what to do about it. Generated from the sources; \`test/arch/messages.test.ts\`
checks it, and writes it with \`UPDATE_GOLDEN=1\`. A value that is filled in is \`…\`; an error that caused a message follows it.

${sections.join('\n')}`;
}
