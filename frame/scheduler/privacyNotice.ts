import { toLocaleCode } from '../text/locale.ts';
import { noticeWaitMs } from './limits.ts';
import type { InstancePorts } from './ports.ts';
import type { SchedulerState } from './state.ts';
import type { VendorNotice } from './vendorNotice.ts';

/**
 * SC-091: shows the consent vendor's notice when it is ready, or the built-in one after 5 s or a failure. Asks once per language
 * and region. Until there is a notice for a new one, the old one stays.
 */
export function showNotice(
  ports: Pick<InstancePorts, 'clock' | 'log' | 'lifetime' | 'textLocale' | 'whenNoticeReady'>,
  state: Pick<SchedulerState, 'noticeAvailable' | 'isNoticeBuiltIn' | 'noticeLocale' | 'vendorNotice'>,
): void {
  const { clock, log, lifetime, whenNoticeReady } = ports;
  const locale = ports.textLocale();
  const code = toLocaleCode(locale);
  if (state.noticeLocale === code) return;
  state.noticeLocale = code;
  let isDone = false;
  const show = (isBuiltIn: boolean, notice?: VendorNotice): void => {
    if (isDone || state.noticeLocale !== code) return;
    isDone = true;
    state.vendorNotice = notice;
    state.isNoticeBuiltIn = isBuiltIn;
    state.noticeAvailable = true;
  };
  if (!whenNoticeReady) {
    show(true);
    return;
  }
  const cancelTimer = lifetime.add(clock.after(noticeWaitMs, () => show(true)));
  whenNoticeReady(locale)
    .then(
      (notice) => show(false, notice),
      (error) => {
        log.warn('The privacy notice could not be loaded.', error);
        show(true);
      },
    )
    .finally(cancelTimer);
}
