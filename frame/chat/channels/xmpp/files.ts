import { isUrl } from '../../../text/isUrl.ts';
import type { Line } from '../../conversation.ts';
import type { FilesDeployment } from './deployment.ts';
import { maxFileNameChars } from './limits.ts';

/** The address of a file, if the text is nothing else and the address is on the deployment's origin for files. */
export function fileAddressIn(text: string, files: Pick<FilesDeployment, 'origin'> | undefined): string | undefined {
  return files && text.startsWith(`${files.origin}/`) && isUrl(text) ? text : undefined;
}

/** A file in the window. Only pictures on the deployment's own origin are shown: loading another one would tell its server who the visitor is. */
export function fileLines(address: string, files: Pick<FilesDeployment, 'origin'> | undefined): readonly Line[] {
  const text = fileNameOf(address);
  const link: Line = { type: 'link', text, href: address };
  const isPicture = fileAddressIn(address, files) && /\.(?:png|jpe?g|gif|webp|avif)$/i.test(new URL(address).pathname);
  return isPicture ? [{ type: 'tile', text: '', items: [{ ...link, imageUrl: address }] }] : [link];
}

/** Removes characters that reverse the name or hide part of it, because people read it. */
function fileNameOf(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  return cleanName(decode(last)) || new URL(address).host;
}

export function cleanName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\u2028\u2029/\\]/gu, '').slice(-maxFileNameChars);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
