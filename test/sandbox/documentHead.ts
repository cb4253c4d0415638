import { documentHead, type HeadFields } from '../../frame/deployment/documentHead.ts';

/** What the build has added to the head of the frame's document. */
const builtHead = /<meta http-equiv="[^<>]*><link rel="preconnect"[^<>]*>/;

/** The built document with the head for another deployment. */
export const withHeadFor = (deployment: HeadFields, document: string): string =>
  document.replace(builtHead, () => documentHead(deployment));
