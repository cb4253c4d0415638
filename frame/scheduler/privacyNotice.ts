import { noticeWaitMs } from './limits.ts';
import type { InstancePorts } from './ports.ts';
import type { SchedulerState } from './state.ts';
import type { VendorNotice } from './vendorNotice.ts';

/** SC-091: shows the consent vendor's notice when it is ready, or the built-in one after 5 s or a failure. */
export function showNotice(
  { clock, log, lifetime, whenNoticeReady }: Pick<InstancePorts, 'clock' | 'log' | 'lifetime' | 'whenNoticeReady'>,
  state: Pick<SchedulerState, 'noticeAvailable' | 'isNoticeBuiltIn' | 'vendorNotice'>,
): void {
  const show = (isBuiltIn: boolean, notice?: VendorNotice): void => {
    if (state.noticeAvailable) return;
    state.vendorNotice = notice;
    state.isNoticeBuiltIn = isBuiltIn;
    state.noticeAvailable = true;
  };
  if (state.noticeAvailable) return;
  if (!whenNoticeReady) {
    show(true);
    return;
  }
  const cancelTimer = lifetime.add(clock.after(noticeWaitMs, () => show(true)));
  whenNoticeReady()
    .then(
      (notice) => show(false, notice),
      (error) => {
        log.warn('The privacy notice could not be loaded.', error);
        show(true);
      },
    )
    .finally(cancelTimer);
}
