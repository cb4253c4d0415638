import type { CallBackend } from '../../platform/backend/plan.ts';
import { isWidgetError } from '../../platform/errors.ts';
import { toCallName } from './callName.ts';

export type ReportFailure = (detail: {
  readonly call: string;
  readonly status?: number;
  readonly code: string;
}) => void;

/**
 * The same door to services, with an eye on what fails: each call that fails for good is told once, by its name and
 * status (CH-210). A call that its caller gave up is no failure.
 */
export function reportFailedCalls(call: CallBackend, report: ReportFailure): CallBackend {
  return async (request) => {
    try {
      return await call(request);
    } catch (error) {
      if (!isWidgetError(error, 'CALL_ABORTED')) {
        const known = isWidgetError(error) ? error : undefined;
        report({
          call: toCallName(request.path),
          code: known?.code ?? 'CALL_FAILED',
          ...(known?.status === undefined ? {} : { status: known.status }),
        });
      }
      throw error;
    }
  };
}
