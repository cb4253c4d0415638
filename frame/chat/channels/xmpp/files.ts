import type { Line } from '../../conversation.ts';
import type { FilesDeployment } from './deployment.ts';
import { maxFileNameChars } from './limits.ts';

/** The address of a file, if that is all that a text says and the file is where the deployment keeps files. */
export function fileAddressIn(text: string, files: Pick<FilesDeployment, 'origin'> | undefined): string | undefined {
  return files && text.startsWith(`${files.origin}/`) && !/\s/.test(text) && URL.canParse(text) ? text : undefined;
}

/**
 * A file in the window. Only pictures on the deployment's own origin are shown: the address of another one would tell its server who the
 * visitor is.
 */
export function fileLines(address: string, files: Pick<FilesDeployment, 'origin'> | undefined): readonly Line[] {
  const text = fileNameOf(address);
  const link: Line = { type: 'link', text, href: address };
  const isPicture = fileAddressIn(address, files) && /\.(?:png|jpe?g|gif|webp|avif)$/i.test(new URL(address).pathname);
  return isPicture ? [{ type: 'tile', text: '', items: [{ ...link, imageUrl: address }] }] : [link];
}

/** A name is shown to people: without characters that turn it round or hide a part of it. */
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
