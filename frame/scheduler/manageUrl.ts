import { isSecretName, isSecretValue } from '../platform/secrets.ts';
import { defaultPurpose } from '../text/texts.ts';

/** Parameters of this visit: those of the widget would act again, and those of a campaign would count another visit. */
const visitParameter = /^(cm-|utm_|contactmodule$)/i;

/**
 * The address that opens the appointment later: the page's own, with the confirmation number (SC-150), and with the purpose,
 * whose times are offered when the call is moved. Keeps what leads to the page, but no secret, because visitors share the link: of the
 * fragment only the route of a single-page app. Empty if the page has no address on the web.
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
  for (const [name, value] of [...url.searchParams])
    if (visitParameter.test(name) || isSecretName(name) || isSecretValue(value)) url.searchParams.delete(name);
  if (!/^#!?\//.test(url.hash) || isSecretValue(url.hash)) url.hash = '';
  url.searchParams.set('cm-scheduler-confirmation', confirmationNumber);
  if (isLanding) url.searchParams.set('cm-scheduler-landing', 'true');
  if (purpose !== defaultPurpose) url.searchParams.set('cm-scheduler-purpose', purpose);
  return url.href;
}
