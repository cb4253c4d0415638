import type { Lifetime } from '../platform/lifetime.ts';

export interface AnnounceButtonPorts {
  readonly lifetime: Lifetime;
  readonly isClickable: () => boolean;
  /** Calls the listener after every change that may make the pill clickable. The returned function removes it. */
  readonly onChange: (listener: () => void) => () => void;
  readonly announce: () => void;
}

/** SH-009: announces the button once, when the pill can first be clicked. */
export function announceButton({ lifetime, isClickable, onChange, announce }: AnnounceButtonPorts): void {
  const stop = lifetime.add(onChange(check));
  function check(): void {
    if (!isClickable()) return;
    stop();
    announce();
  }
  check();
}
