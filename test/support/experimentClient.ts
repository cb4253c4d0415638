import { type ClientPorts, createClientContext } from '../../frame/insight/experiments/clientContext.ts';
import type { Datafile } from '../../frame/insight/experiments/datafile.ts';
import { createExperimentCalls, type ExperimentCalls } from '../../frame/insight/experiments/experimentCalls.ts';
import { createFeatureCalls, type FeatureCalls } from '../../frame/insight/experiments/featureCalls.ts';

/**
 * The provider's decision rules as its client 2.3.1 has them (CH-195 to CH-204). A wrong input is logged and returns
 * `null` or `false`; no method throws (CH-212).
 */
export interface ExperimentClient extends ExperimentCalls, FeatureCalls {
  /** Undefined when the given datafile could not be parsed. */
  readonly datafile: Datafile | undefined;
}

export function createExperimentClient(ports: ClientPorts): ExperimentClient {
  const context = createClientContext(ports);
  return { datafile: context.datafile, ...createExperimentCalls(context), ...createFeatureCalls(context) };
}
