import { defaultPurpose } from '../text/texts.ts';

/**
 * The address that opens the appointment later: the page's own, with the confirmation number (SC-150), and with the purpose,
 * whose times are offered when the call is moved. Other parameters of the scheduler would open something else. Empty if the
 * page has no address on the web.
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
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith('cm-scheduler-')) url.searchParams.delete(name);
  }
  url.hash = '';
  url.searchParams.set('cm-scheduler-confirmation', confirmationNumber);
  if (isLanding) url.searchParams.set('cm-scheduler-landing', 'true');
  if (purpose !== defaultPurpose) url.searchParams.set('cm-scheduler-purpose', purpose);
  return url.href;
}
