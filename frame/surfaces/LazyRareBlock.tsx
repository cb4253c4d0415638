import { type ComponentProps, Suspense } from 'react';
import type { MenuPorts } from '../contact/views/menuPorts.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { lazyView } from '../ui/lazyView.tsx';

/** Downloaded for a menu that has such a block. */
const RareBlock = lazyView(async () => (await import('./RareBlock.tsx')).RareBlock);

export function LazyRareBlock(props: ComponentProps<MenuPorts['RareBlock']>) {
  return (
    <Boundary otherwise={props.ports.crashed}>
      <Suspense>
        <RareBlock {...props} />
      </Suspense>
    </Boundary>
  );
}
