import { onlyCode, type Source, withoutComments } from '../support/sources.ts';

export interface SourceRule {
  /** What is looked for; in code without comments and, unless `inStrings`, without the text of strings. */
  readonly pattern: RegExp;
  readonly inStrings?: boolean;
  /** Where the rule holds. */
  readonly where: RegExp;
  /** The files that may. */
  readonly allowed?: RegExp;
  /** A line that the rule must find, for the control test. */
  readonly offence: string;
}

const ours = /^(?:bridge|loader|frame|styles)\//;
const frame = /^frame\//;

/** Files that carry bytes between us and a service or vendor, injected as ports. */
const transports = /\/(?:transport|\w+Transport|\w*[sS]ocket|load\w*(?:Script|Sdk|VendorFiles)\w*)\.ts$/;

export const sourceRules: Readonly<Record<string, SourceRule>> = {
  'fetch stands in frame/platform/backend': {
    pattern: /(?<![.\w$]|\breadonly )fetch\s*\(|\b(?:window|globalThis|self)\.fetch\b/,
    where: ours,
    allowed: /^frame\/(?:platform\/backend\/\w+|main)\.ts$/,
    offence: 'await fetch(url);',
  },
  'windows are opened by the loader and by the sign-in link': {
    pattern: /(?<![.\w$])open\s*\(\s*href\b|\bwindow\.open\b/,
    where: ours,
    allowed: /^(?:loader\/calls|frame\/chat\/views\/Notices)\.tsx?$/,
    offence: 'window.open(url);',
  },
  'pictures stand in frame/ui/Picture.tsx': {
    pattern: /<img\b|\bnew\s+Image\b/,
    where: ours,
    allowed: /^frame\/ui\/Picture\.tsx$/,
    offence: 'const picture = <img src={address} />;',
  },
  'no other way out: XMLHttpRequest, sendBeacon, EventSource, importScripts': {
    pattern: /\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bimportScripts\b/,
    where: ours,
    allowed: /^$/,
    offence: 'navigator.sendBeacon(url);',
  },
  'WebSocket stands in transport files': {
    pattern: /\bnew\s+(?:\w+\.)?WebSocket\b/,
    where: ours,
    allowed: transports,
    offence: 'const socket = new WebSocket(url);',
  },
  'the wall clock stands in frame/platform/clock.ts': {
    pattern: /\bDate\.now\b|\bnew\s+Date\s*\(\s*\)|\bTemporal\.Now\b/,
    where: ours,
    allowed: /^frame\/platform\/clock\.ts$/,
    offence: 'const today = new Date();',
  },
  'the time since an event is compared without its sign, because the clock may be set back': {
    pattern: /(?<!Math\.abs\((?:\w+\.)*)\bclock\.now\(\) - [^;&|]*[<>]/,
    where: ours,
    allowed: /^$/,
    offence: 'if (clock.now() - triedAtMs < retryMs) return;',
  },
  'timers stand in frame/platform/clock.ts and the loader': {
    pattern: /(?<![.\w$])(?:setTimeout|setInterval|requestIdleCallback)\s*\(/,
    where: ours,
    allowed: /^(?:frame\/platform\/clock\.ts|loader\/(?:package\/)?\w+\.ts|bridge\/endpoint\.ts)$/,
    offence: 'setTimeout(tick, 1000);',
  },
  'randomness is in frame/platform/ids.ts and random.ts': {
    pattern: /\bMath\.random\b|\bcrypto\.(?:randomUUID|getRandomValues)\b/,
    where: ours,
    allowed: /^frame\/platform\/(?:ids|random)\.ts$/,
    offence: 'const id = Math.random();',
  },
  'browser storage stands in the storage files': {
    pattern: /(?<![\w$'])(?:localStorage|sessionStorage|indexedDB|caches)\b(?!['"]?\s*:)/,
    where: ours,
    allowed: /^(?:loader\/earlyPill|frame\/(?:platform\/(?:storage|storedEntries)|compose\/rooms))\.ts$/,
    offence: "window.localStorage.setItem('a', 'b');",
  },
  'cookies stand in loader/cookies.ts': {
    pattern: /\bdocument\.cookie\b|\bcookieStore\b/,
    where: ours,
    allowed: /^loader\/cookies\.ts$/,
    offence: 'document.cookie = text;',
  },
  'the parent window is reached in frame/host/connect.ts only': {
    pattern: /\bwindow\.(?:parent|top|opener)\b|(?<![.\w$])(?:parent|top)\.(?:postMessage|location|document)\b/,
    where: frame,
    allowed: /^frame\/host\/connect\.ts$/,
    offence: 'window.parent.location;',
  },
  'postMessage stands in the bridge, the handshake and transports': {
    pattern: /\.postMessage\s*\(/,
    where: ours,
    allowed: new RegExp(
      `^(?:bridge/endpoint|frame/host/(?:connect|textEndpoint)|loader/(?:index|look|package/handle))\\.ts$|^frame/.*${transports.source}`,
    ),
    offence: "frames[0].postMessage('x', '*');",
  },
  'nothing but the hello is posted to any origin': {
    pattern: /postMessage\((?!hello, )[^\n]*(['"])\*\1/,
    inStrings: true,
    where: ours,
    offence: "window.parent.postMessage({ type: hello, page }, '*');",
  },
  'no markup strings': {
    pattern:
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|DOMParser|dangerouslySetInnerHTML|srcdoc|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe)\b|\bdocument\.write/,
    where: ours,
    offence: 'element.innerHTML = text;',
  },
  'no code from strings': {
    pattern: /(?<![.\w$])eval\s*\(|\bnew\s+Function\b|(?<![.\w$])Function\s*\(|setTimeout\(\s*['"`]/,
    where: ours,
    offence: 'new Function(text)();',
  },
  'no style attributes': {
    pattern: /setAttribute(?:NS)?\(\s*['"]style['"]/,
    inStrings: true,
    where: ours,
    offence: "element.setAttribute('style', 'color: red');",
  },
  'no style elements, and scripts in named files only': {
    pattern: /createElement\(\s*['"](?:style|script|link)['"]/,
    inStrings: true,
    where: ours,
    allowed: new RegExp(`^loader/(?:index|package/script)\\.ts$|^frame/.*${transports.source}`),
    offence: "document.createElement('style');",
  },
  'addresses are opened by the loader': {
    pattern:
      /\bwindow\.open\b|(?<![.\w$])open\s*\(\s*(?:url|href)|\blocation\.(?:assign|replace)\b|\blocation(?:\.href)?\s*=[^=]/,
    where: frame,
    // The sign-in window is the frame's own, since the deployment's page answers its opener (CH-035, CH-174). A frame that
    // cannot start, or is switched off, gives itself up.
    allowed: /^frame\/(?:chat\/views\/Notices\.tsx|shell\/giveUp\.ts)$/,
    offence: "window.location.href = 'https://x.example';",
  },
  '[F-SE23] toAddress and isUrl parse what a link, a button, a file, a picture or a card leads to; others read parts of addresses':
    {
      pattern: /\bnew\s+URL\s*\(/,
      where: frame,
      allowed: new RegExp(
        `^frame/(?:${[
          'text/(?:isUrl|toAddress|targetOf)',
          // The host, path or query of an address that is parsed already, or of the page's own.
          'ui/pictureSource|chat/messages/links|chat/channels/xmpp/(?:files|upload)|contact/links/isFollowable',
          'contact/form/inquiry|scheduler/(?:calendarFile|manageUrl|email)|compose/lookupFacts|debug/timings',
          'host/(?:queryParameters|allowedHosts|pageConfig|relayedAddress)|identity/(?:signIn|openIdentity|brokerApi)',
          'insight/(?:marketing|experiments/(?:api|mayReport|attributes|experimentStore))',
          // Where calls go, from the deployment or a vendor's lookup. The frame's policy has the list.
          'platform/(?:backend/putFile|loadJsonpScript)|shell/loadVendorFiles|chat/channels/sync/chatRest',
          'deployment/(?:deployment|documentHead|headers)|main',
        ].join('|')})\\.ts$`,
      ),
      offence: 'const { href } = new URL(answer.link);',
    },
  '[F-SE23] links stand in files whose addresses are tried in test/property/addresses.test.ts': {
    pattern: /<a\b/,
    where: frame,
    allowed: /^frame\/(?:ui\/PageLink|chat\/views\/(?:Lines|Notices|SafeText)|surfaces\/Pane)\.tsx$/,
    offence: 'const link = <a href={answer.link}>More</a>;',
  },
  'no unload listeners (they keep pages out of the back-forward cache)': {
    pattern: /(['"])(?:before)?unload\1|\bon(?:before)?unload\b/,
    inStrings: true,
    where: ours,
    offence: "window.addEventListener('unload', end);",
  },
  'no default exports': {
    pattern: /^\s*export\s+default\b/m,
    where: ours,
    offence: 'export default main;',
  },
  'no enums': {
    pattern: /^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w/m,
    where: ours,
    offence: 'export enum Phase { Open }',
  },
};

export function offences(rule: SourceRule, sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => rule.where.test(path) && !rule.allowed?.test(path))
    .flatMap(({ path, text }) => {
      const code = rule.inStrings ? withoutComments(text) : onlyCode(text);
      return code
        .split('\n')
        .flatMap((line, index) =>
          rule.pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 100)}`] : [],
        );
    });
}

const forbiddenName = /^(?:utils?|helpers?|common|misc|managers?|shared|lib)$|(?:Utils?|Helpers?|Manager|Misc)$/;

export function badNames(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.split('/').some((part) => forbiddenName.test(part.replace(/\.\w.*$/, ''))));
}

const mostLines = 400;

/** Longer files say on their first line why they are long. */
export function tooLong(sources: readonly Source[]): readonly string[] {
  return sources
    .map(({ path, text }) => ({
      path,
      lines: text.split('\n').length,
      reason: /^(?:\/\/|\/\*\*?) .*\blong\b/i.test(text),
    }))
    .filter(({ lines, reason }) => lines > mostLines && !reason)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}
