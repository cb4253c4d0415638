import type { ClientContext } from './clientContext.ts';
import type { Experiment } from './datafile.ts';
import { isRunning } from './decide.ts';
import type { Attributes, EventTags } from './inputs.ts';
import { type DecisionRecord, toConversion, toDecision, toImpression } from './payload.ts';

export interface ExperimentCalls {
  /** Decides without sending anything. */
  getVariation(experimentKey: string, visitorId: string, attributes?: Attributes): string | null;
  /** Decides, and reports the visitor's exposure when the experiment is Running. */
  activate(experimentKey: string, visitorId: string, attributes?: Attributes): string | null;
  /**
   * Reports an event with the visitor's decisions in all Running experiments that measure it. `mayCount` can exclude an
   * experiment. True when something was sent.
   */
  track(
    eventKey: string,
    visitorId: string,
    attributes?: Attributes,
    tags?: EventTags,
    mayCount?: (experiment: Experiment) => boolean,
  ): boolean;
  /**
   * `null` removes the forced variation. False when the experiment or variation is not in the datafile, or when there was
   * nothing to remove because no variation was ever forced for the visitor.
   */
  setForcedVariation(experimentKey: string, visitorId: string, variationKey: string | null): boolean;
}

export function createExperimentCalls(context: ClientContext): ExperimentCalls {
  const { run, findExperiment, decide, forced, write } = context;

  return {
    getVariation: (experimentKey, id, attributes) =>
      run({ texts: { 'experiment key': experimentKey, 'user id': id }, attributes }, null, (file) => {
        const experiment = findExperiment(file, experimentKey);
        return experiment ? decide(file, experiment, id, attributes) : null;
      }),

    activate: (experimentKey, id, attributes) =>
      run({ texts: { 'experiment key': experimentKey, 'user id': id }, attributes }, null, (file) => {
        const experiment = findExperiment(file, experimentKey);
        const key = experiment ? decide(file, experiment, id, attributes) : null;
        if (experiment && key !== null && isRunning(experiment)) {
          context.dispatch(toImpression(experiment, key, context.payloadFacts(file, id, attributes)));
        }
        return key;
      }),

    track: (eventKey, id, attributes, tags, mayCount = () => true) =>
      run({ texts: { 'event key': eventKey, 'user id': id }, attributes, tags }, false, (file) => {
        const event = file.events.get(eventKey);
        if (!event) {
          write('error', `event ${eventKey} is not in the datafile.`);
          return false;
        }
        const decisions: DecisionRecord[] = [];
        for (const experimentId of event.experimentIds) {
          const experiment = file.experimentsById.get(experimentId);
          if (!experiment || !isRunning(experiment) || !mayCount(experiment)) continue;
          const key = decide(file, experiment, id, attributes);
          if (key !== null) decisions.push(toDecision(experiment, key));
        }
        if (decisions.length === 0) {
          write('warning', `event ${eventKey} belongs to no running experiment of this visitor.`);
          return false;
        }
        context.dispatch(toConversion(event, decisions, tags, context.payloadFacts(file, id, attributes), write));
        return true;
      }),

    setForcedVariation: (experimentKey, id, variationKey) =>
      run({ texts: { 'experiment key': experimentKey, 'user id': id } }, false, (file) => {
        const experiment = findExperiment(file, experimentKey);
        if (!experiment) return false;
        const current = forced.get(id);
        if (!variationKey) {
          current?.delete(experimentKey);
          return current !== undefined;
        }
        if (!experiment.variations.has(variationKey)) {
          write('error', `experiment ${experimentKey} has no variation ${variationKey}.`);
          return false;
        }
        forced.set(id, new Map(current).set(experimentKey, variationKey));
        return true;
      }),
  };
}
