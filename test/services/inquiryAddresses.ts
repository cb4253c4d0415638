import { type Fields, isRecord } from '../../bridge/guards.ts';
import { parseDestination } from '../../frame/contact/form/inquiry.ts';
import { inquiryMarker } from '../../frame/contact/form/inquiryAddress.ts';
import type { Deployment } from '../../frame/deployment/deployment.ts';
import { type Asker, limitMs } from './tryServices.ts';

/** Where the form in the pane sends, as the contact file says. The file itself is checked elsewhere: a wrong one has no addresses. */
export async function inquiryAddresses(
  { contact }: Pick<Deployment, 'contact'>,
  { origin }: Asker,
): Promise<readonly URL[]> {
  if (contact.file === undefined) return [];
  try {
    const signal = AbortSignal.timeout(limitMs);
    const file: unknown = await (
      await fetch(`${contact.hosts[0]}${contact.file}`, { headers: { origin }, signal })
    ).json();
    const languages = isRecord(file) && isRecord(file.languages) ? Object.values(file.languages) : [];
    return languages.flatMap((language) => {
      const form = isRecord(language) && isRecord(language.form) ? (language.form as Fields) : {};
      const destination = parseDestination(`${inquiryMarker}${form.send}`);
      return destination?.type === 'post' ? [new URL(destination.path, destination.origin)] : [];
    });
  } catch {
    return [];
  }
}
