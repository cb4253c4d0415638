/** One file for each drawing of the set; the package declares them under its main entry only. */
declare module 'lucide/dist/esm/icons/*' {
  import type { IconNode } from 'lucide';

  const icon: IconNode;
  export { icon as default };
}
