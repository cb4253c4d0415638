import { isUrl } from '../text/isUrl.ts';

/** SH-135: whether the address is absolute and https. Does not check that the picture loads. */
export function isPictureSource(source: string): boolean {
  return isUrl(source.trim()) && new URL(source).protocol === 'https:';
}
