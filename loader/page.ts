import type { PageFacts } from '../bridge/records.ts';

/** The only fields of a page's user object that cross (SH-104, SH-105). */
const userFields =
  'country,iui,ip,signedin,email,accountId,accountType,firstName,lastName,company,userId,ticketId,authenticated,iamId,emailAddress,accountGuid,accountPlan'.split(
    ',',
  );

/** The value at a dotted path of page globals; undefined where a step is missing. */
export const globalAt = (path = '?'): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], window);

/** What the page says of its visitor, at once: a promise that has not settled, a getter that throws say nothing. */
async function userAt(path?: string): Promise<object> {
  try {
    return JSON.parse(JSON.stringify(await Promise.race([globalAt(path), 0]), userFields));
  } catch {
    return {};
  }
}

/** What SH-021 names and nothing else; the settings are the script's own attributes. */
export async function pageFacts(settings: DOMStringMap): Promise<PageFacts> {
  const { title, referrer, documentElement } = document;
  return JSON.parse(
    JSON.stringify({
      url: location.href,
      referrer,
      title,
      lang: documentElement.lang,
      dir: documentElement.dir,
      timeOrigin: performance.timeOrigin,
      settings,
      config: globalAt(settings.configObject ?? 'contactWidgetConfig'),
      chat: typeof globalAt(settings.chatFunction) === 'function',
      user: {
        page: await userAt('contactWidgetUser'),
        profile: await userAt(settings.profileObject),
        support: await userAt(settings.supportObject),
      },
    }),
  );
}
