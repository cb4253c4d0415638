/** One file for each drawing of the set; the package declares them under its main entry only. */
declare module 'lucide/dist/esm/icons/*' {
  import type { IconNode } from 'lucide';

  const icon: IconNode;

  // biome-ignore lint/style/noDefaultExport: the package's files have no other export
  export { icon as default };
}
