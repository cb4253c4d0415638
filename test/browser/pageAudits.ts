import type { Page } from 'playwright/test';
import { smallTargets } from './surfaceChecks.ts';

/**
 * The audits of Lighthouse that give the same answer on a busy machine: what it asks of a document, its links, texts, pictures, policy
 * and layout. Each returns what it found wrong. `npm run test:lighthouse` runs Lighthouse itself, with its timings.
 */

/** Counts layout shifts from the first paint on. Call it before the page opens. */
export async function countLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { sum: 0 };
    Object.defineProperty(window, 'layoutShifts', { value: counted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) counted.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Lighthouse is green up to 0.1. */
const maxLayoutShift = 0.05;

async function layoutShifts(page: Page): Promise<readonly string[]> {
  const sum = await page.evaluate(() => (window as unknown as { layoutShifts: { sum: number } }).layoutShifts.sum);
  return sum > maxLayoutShift ? [`what has been painted moves: ${sum.toFixed(3)}`] : [];
}

/**
 * What the browser reports in its Issues tab: deprecated interfaces, quirks mode, blocked or mixed content, cookies. Lighthouse does not
 * count its hints about speed.
 */
export async function watchIssues(page: Page): Promise<readonly string[]> {
  const issues: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Audits.issueAdded', ({ issue }) => {
    if (issue.code !== 'PerformanceIssue') issues.push(`${issue.code} ${JSON.stringify(issue.details)}`);
  });
  await session.send('Audits.enable');
  return issues;
}

async function documentProblems(page: Page): Promise<readonly string[]> {
  const source = await (await page.request.get(page.url())).text();
  const isNamedEarly = /<meta charset="utf-8">/i.test(source.slice(0, 1024));
  const found = await page.evaluate(() => {
    const meta = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName.slice(1)));
    return {
      isStandard: document.compatMode === 'CSS1Compat' && document.doctype?.name === 'html',
      lang: document.documentElement.lang,
      title: document.title,
      description: meta('description'),
      viewport: meta('viewport'),
      robots: meta('robots'),
      mains: document.querySelectorAll('main').length,
      levels,
    };
  });
  const skips = found.levels.some((level, index) => level > (found.levels[index - 1] ?? 0) + 1);
  const problems: readonly (readonly [boolean, string])[] = [
    [!found.isStandard, 'no doctype'],
    [!isNamedEarly, 'no charset in the first 1,024 bytes'],
    [!Intl.getCanonicalLocales(found.lang || []).length, 'no language'],
    [found.title.length < 10 || found.title.length > 60, `a title of ${found.title.length} characters`],
    [
      found.description.length < 50 || found.description.length > 160,
      `a description of ${found.description.length} characters`,
    ],
    [!found.viewport.includes('width=device-width'), 'no viewport'],
    [/user-scalable|maximum-scale/.test(found.viewport), 'a viewport that forbids zoom'],
    [/noindex|none/.test(found.robots), 'closed to search engines'],
    [found.mains !== 1, `${found.mains} main landmarks`],
    [found.levels.filter((level) => level === 1).length !== 1, 'not one heading of level 1'],
    [skips, `headings skip a level: ${found.levels}`],
  ];
  return problems.flatMap(([isWrong, words]) => (isWrong ? [words] : []));
}

/** Lighthouse's own list. */
const emptyWords =
  /^(click here|click this|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this)$/i;

/** Links that a search engine cannot follow, or whose text does not name where they lead, or that lead nowhere. */
async function linkProblems(page: Page): Promise<readonly string[]> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('a')].map((link) => ({
      href: link.getAttribute('href') ?? '',
      url: link.href,
      text: link.textContent?.trim() ?? '',
      isOurs: link.origin === location.origin,
    })),
  );
  const followed = links.filter(({ href }) => href !== '' && !/^javascript:/i.test(href));
  const unfollowed = links.filter((link) => !followed.includes(link)).map(({ text }) => `not a link: ${text}`);
  const unnamed = links
    .filter(({ text }) => text === '' || emptyWords.test(text))
    .map(({ href, text }) => `“${text}” does not say where ${href} leads`);
  const own = new Set(followed.filter(({ isOurs }) => isOurs).map(({ url }) => url.replace(/#.*/, '')));
  const answers = await Promise.all(
    [...own].map(async (url) => ({ url, status: (await page.request.get(url)).status() })),
  );
  const broken = answers.filter(({ status }) => status !== 200).map(({ url, status }) => `${status}: ${url}`);
  return [...unfollowed, ...unnamed, ...broken];
}

/** The rules for robots have no syntax error, and leave the page open. The page requests them, as in Lighthouse. */
async function robotsProblems(page: Page): Promise<readonly string[]> {
  const { status, text } = await page.evaluate(async () => {
    const response = await fetch('/robots.txt');
    return { status: response.status, text: await response.text() };
  });
  if (status !== 200) return [`robots.txt: ${status}`];
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const wrong = lines.filter(
    (line) => !/^(User-agent: \S+|(Allow|Disallow):( \/\S*)?|Sitemap: https?:\S+)$/.test(line),
  );
  const path = new URL(page.url()).pathname;
  const closed = lines.filter((line) => path.startsWith(/^Disallow: (\S+)$/.exec(line)?.[1] ?? '\n'));
  return [...wrong, ...closed].map((line) => `robots.txt: ${line}`);
}

const minFontPx = 12;

/** Texts that a phone shows too small, and targets that a finger misses. */
async function touchProblems(page: Page): Promise<readonly string[]> {
  const small = await page.evaluate((limit) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      if (!owner?.checkVisibility() || node.textContent?.trim() === '') continue;
      const size = Number.parseFloat(getComputedStyle(owner).fontSize);
      if (size < limit) found.push(`${size} px: ${node.textContent?.trim()}`);
    }
    return found;
  }, minFontPx);
  return [...small, ...(await smallTargets(page.mainFrame()))];
}

/** Pictures without a text or a size of their own, distorted, or with fewer or far more pixels than shown. */
const pictureProblems = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const { naturalWidth, naturalHeight, width, height } = image;
      const ratio = naturalWidth / naturalHeight / (width / height);
      const problems: readonly (readonly [boolean, string])[] = [
        [!image.complete || naturalWidth === 0, 'not loaded'],
        [!image.hasAttribute('alt'), 'no alt'],
        [!image.hasAttribute('width') || !image.hasAttribute('height'), 'no size of its own'],
        [Math.abs(ratio - 1) > 0.05, 'distorted'],
        [naturalWidth < width || naturalWidth > 3 * width, `${naturalWidth} px, shown with ${width}`],
      ];
      return problems.flatMap(([isWrong, words]) => (isWrong ? [`${words}: ${image.src}`] : []));
    }),
  );

/** What Lighthouse asks of a policy against injected scripts. */
async function policyProblems(page: Page): Promise<readonly string[]> {
  const policy = await page.evaluate(
    () => document.querySelector<HTMLMetaElement>('meta[http-equiv=Content-Security-Policy]')?.content ?? '',
  );
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    }),
  );
  const problems: readonly (readonly [boolean, string])[] = [
    [directives.get('default-src')?.join() !== "'none'", "no default-src 'none'"],
    [!directives.has('script-src'), 'no script-src'],
    [/unsafe-|\*|https?:( |;|$)|data:/.test(policy), 'a source that allows injected scripts'],
    [directives.get('base-uri')?.join() !== "'none'", "no base-uri 'none'"],
    [directives.get('form-action')?.join() !== "'none'", "no form-action 'none'"],
  ];
  return problems.flatMap(([isWrong, words]) => (isWrong ? [words] : []));
}

/** A page of this kind should weigh little, and wait for one style sheet only. Counts the page's own origin, without its frames. */
const limits = { bytes: 160_000, requests: 12, blocking: 1 };

async function weightProblems(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus?: string;
    })[];
    const own = entries.filter(({ name }) => new URL(name).origin === location.origin);
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      bytes: own.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, page?.decodedBodySize ?? 0),
      requests: own.length + 1,
      blocking: own.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
    };
  });
  return (['bytes', 'requests', 'blocking'] as const)
    .filter((name) => found[name] > limits[name])
    .map((name) => `${found[name]} ${name}, of ${limits[name]}`);
}

/** All audits of the open page, with the name of the audit before what it found. */
export async function auditPage(page: Page): Promise<readonly string[]> {
  const audits = {
    document: documentProblems,
    links: linkProblems,
    robots: robotsProblems,
    touch: touchProblems,
    pictures: pictureProblems,
    policy: policyProblems,
    weight: weightProblems,
    layout: layoutShifts,
  };
  const found: string[] = [];
  for (const [name, audit] of Object.entries(audits))
    found.push(...(await audit(page)).map((problem) => `${name}: ${problem}`));
  return found;
}
