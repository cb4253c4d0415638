import { isSecretName, isSecretValue } from '../platform/secrets.ts';
import { defaultPurpose } from '../text/texts.ts';

/** Parameters of this visit: those of the widget would act again, and those of a campaign would count another visit. */
const visitParameter = /^(cm-|utm_|contactmodule$)/i;

/**
 * The address that opens the appointment later: the page's own, with the confirmation number (SC-150), and with the purpose,
 * whose times are offered when the call is moved. Visitors share the link, so parameters that may be secret are left out. The path is kept
 * whatever it is, because the link would not lead back without it. Empty if the page has no address on the web.
 */
export function toManageUrl(
  pageUrl: string,
  confirmationNumber: string,
  isLanding: boolean,
  purpose: string = defaultPurpose,
): string {
  if (!URL.canParse(pageUrl) || confirmationNumber === '') return '';
  const url = new URL(pageUrl);
  if (!/^https?:/.test(url.protocol)) return '';
  url.username = url.password = '';
  url.search = keptParameters(url.search.slice(1));
  url.hash = toRoute(url.hash);
  url.searchParams.set('cm-scheduler-confirmation', confirmationNumber);
  if (isLanding) url.searchParams.set('cm-scheduler-landing', 'true');
  if (purpose !== defaultPurpose) url.searchParams.set('cm-scheduler-purpose', purpose);
  return url.href;
}

const keptParameters = (query: string): string =>
  query
    .split('&')
    .filter((parameter) =>
      [...new URLSearchParams(parameter)].every(
        ([name, value]) => !visitParameter.test(name) && !isSecretName(name) && !isSecretValue(value),
      ),
    )
    .join('&');

/** The route of a single-page app, with its own parameters. Empty for any other fragment, and for a route with a secret. */
function toRoute(hash: string): string {
  const [path = '', ...rest] = hash.split('?');
  if (!/^#!?\//.test(path) || path.split('/').some(isSecretValue)) return '';
  const query = keptParameters(rest.join('?'));
  return query === '' ? path : `${path}?${query}`;
}
