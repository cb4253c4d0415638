/**
 * The address that opens the appointment later: the page's own, with the confirmation number (SC-150). Other parameters of the
 * scheduler would open something else. Empty if the page has no address on the web.
 */
export function toManageUrl(pageUrl: string, confirmationNumber: string, isLanding: boolean): string {
  if (!URL.canParse(pageUrl) || confirmationNumber === '') return '';
  const url = new URL(pageUrl);
  if (!/^https?:/.test(url.protocol)) return '';
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith('cm-scheduler-')) url.searchParams.delete(name);
  }
  url.hash = '';
  url.searchParams.set('cm-scheduler-confirmation', confirmationNumber);
  if (isLanding) url.searchParams.set('cm-scheduler-landing', 'true');
  return url.href;
}
