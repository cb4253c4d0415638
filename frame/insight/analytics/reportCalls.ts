import type { CallBackend } from '../../platform/backend/plan.ts';
import { isWidgetError } from '../../platform/errors.ts';
import type { AnalyticsDetail } from './events.ts';

/**
 * Wraps `call` and reports each call that fails, once, with its path and status (CH-210). A call that its caller aborted is
 * not a failure.
 */
export function reportFailedCalls(
  call: CallBackend,
  report: (detail: AnalyticsDetail<'CM_API_ERROR'>) => void,
): CallBackend {
  return async (request) => {
    try {
      return await call(request);
    } catch (error) {
      if (isWidgetError(error) && error.code !== 'CALL_ABORTED') {
        report({ call: request.path, code: error.code, status: error.status });
      }
      throw error;
    }
  };
}
