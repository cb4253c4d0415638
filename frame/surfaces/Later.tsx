import { type ComponentProps, Suspense } from 'react';
import type { MenuPorts } from '../contact/views/menuPorts.ts';
import { lazyView } from '../ui/lazyView.tsx';
import { Boundary } from './Boundary.tsx';

/** Downloaded for a menu that has such a block. */
const LaterBlock = lazyView(async () => (await import('./LaterBlock.tsx')).LaterBlock);

export function Later(props: ComponentProps<MenuPorts['Later']>) {
  return (
    <Boundary otherwise={props.ports.crashed}>
      <Suspense>
        <LaterBlock {...props} />
      </Suspense>
    </Boundary>
  );
}
