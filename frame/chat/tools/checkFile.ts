import type { ChannelFiles } from '../channel.ts';
import { listText } from '../messages/listText.ts';

export type FileProblem = 'fileTooLarge' | 'fileEmpty' | 'fileType';

/** Checks a file before the upload. Returns why it cannot be sent. The server checks again. */
export function checkFile(
  { size, type }: Pick<File, 'size' | 'type'>,
  { maxBytes, types }: Pick<ChannelFiles, 'maxBytes' | 'types'>,
): FileProblem | undefined {
  if (!types.some((wanted) => isOf(type, wanted))) return 'fileType';
  if (size === 0) return 'fileEmpty';
  return size > maxBytes ? 'fileTooLarge' : undefined;
}

function isOf(type: string, wanted: string): boolean {
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

/** `10 MB`, in the visitor's language. */
export function sizeText(bytes: number, language: string): string {
  const isLarge = bytes >= 1_000_000;
  const amount = isLarge ? bytes / 1_000_000 : bytes / 1_000;
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: isLarge ? 'megabyte' : 'kilobyte', maximumFractionDigits: 1 },
  }).format(amount);
}

/** Readable names of types: `pictures, PDF, or TXT`. A long name is not an abbreviation, and stays in lower case. */
export function typesText(types: readonly string[], pictures: string, language: string): string {
  const nameOf = (type: string): string => {
    if (type === 'image/*') return pictures;
    if (type === 'text/plain') return 'TXT';
    const name = type.replace(/^[\w-]+\/(?:x-)?/, '').replace(/\+.*/, '');
    return name.length <= 5 ? name.toUpperCase() : name;
  };
  return listText(types.map(nameOf), language);
}
