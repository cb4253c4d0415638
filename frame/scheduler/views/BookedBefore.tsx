import { Suspense, useState } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { useLazy } from '../../ui/lazyView.tsx';
import type { SchedulerStore } from '../store.ts';
import { later, steps } from './later.ts';

export interface BookedBeforeProps {
  readonly store: SchedulerStore;
}

/** Opens the form that finds an appointment. */
export function BookedBefore({ store }: BookedBeforeProps) {
  const [isOpen, setOpen] = useState(false);
  const prefetch = (): void => {
    later.prefetch();
    steps.prefetch();
  };

  return (
    <div className={styles.bookedBefore}>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onPress={() => setOpen(!isOpen)}
      >
        {store.read('alreadyBooked')}
      </Button>
      {isOpen && <Finder store={store} />}
    </div>
  );
}

/** The form. Nothing else waits for its download. */
export function Finder(props: BookedBeforeProps) {
  return (
    <Suspense fallback={null}>
      <LazyFindCall {...props} />
    </Suspense>
  );
}

function LazyFindCall(props: BookedBeforeProps) {
  const { FindCall } = useLazy(later);
  return <FindCall {...props} />;
}
