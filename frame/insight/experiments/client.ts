import { type Datafile, type Experiment, parseDatafile } from './datafile.ts';
import { decideFeature, decideVariation, isRunning, type Visitor } from './decide.ts';
import { type Attributes, type EventTags, findWrongInput } from './inputs.ts';
import type { WriteLevel } from './levels.ts';
import { clientName, clientVersion } from './limits.ts';
import { messageOf } from './messageOf.ts';
import {
  type DecisionRecord,
  type EventPayload,
  type PayloadFacts,
  toConversion,
  toDecision,
  toImpression,
} from './payload.ts';
import { type ProfileService, parseProfileService, readProfile, saveProfile } from './profile.ts';
import { castVariable, type VariableType, type VariableValue } from './variables.ts';

export interface ClientPorts {
  /** The parsed datafile or its text; what does not read as one makes a client that knows nothing and says so once. */
  readonly datafile: unknown;
  readonly write: WriteLevel;
  readonly dispatch: (payload: EventPayload) => void;
  readonly now: () => number;
  readonly createId: () => string;
  /** Remembers decisions per visitor; optional, and refused when it lacks `lookup` or `save`. */
  readonly profileService?: unknown;
  readonly clientName?: string;
}

/**
 * The provider's decision rules as its version 2.3.1 has them (CH-195 to CH-204). Wrong inputs are logged and answered
 * with `null`, `false` or nothing; no method throws (CH-212).
 */
export interface ExperimentClient {
  readonly datafile: Datafile | undefined;
  /** Decides without sending anything. */
  getVariation(experimentKey: string, visitorId: string, attributes?: Attributes): string | null;
  /** Decides, and reports the visitor's exposure when the experiment is Running. */
  activate(experimentKey: string, visitorId: string, attributes?: Attributes): string | null;
  /**
   * Reports an event with the decisions of all Running experiments that it belongs to; `mayCount` leaves some out.
   * True when something was sent.
   */
  track(
    eventKey: string,
    visitorId: string,
    attributes?: Attributes,
    tags?: EventTags,
    mayCount?: (experiment: Experiment) => boolean,
  ): boolean;
  isFeatureEnabled(featureKey: string, visitorId: string, attributes?: Attributes): boolean;
  getFeatureVariable(
    featureKey: string,
    variableKey: string,
    type: VariableType,
    visitorId: string,
    attributes?: Attributes,
  ): VariableValue;
  /**
   * `null` takes the forced variation away. False when the experiment or variation is not in the datafile, or when nothing
   * was ever forced for the visitor.
   */
  setForcedVariation(experimentKey: string, visitorId: string, variationKey: string | null): boolean;
}

export function createExperimentClient(ports: ClientPorts): ExperimentClient {
  const { write } = ports;
  const forced = new Map<string, Map<string, string>>();
  const datafile = attempt(() => parseDatafile(ports.datafile), undefined);
  const profiles: ProfileService | undefined = attempt(() => parseProfileService(ports.profileService), undefined);

  /** Every call of the client runs in here: nothing that a datafile or a caller gets wrong reaches the caller. */
  function attempt<Value>(task: () => Value, otherwise: Value): Value {
    try {
      return task();
    } catch (error) {
      write('error', messageOf(error));
      return otherwise;
    }
  }

  function use<Value>(
    texts: Readonly<Record<string, unknown>>,
    attributes: Attributes | undefined,
    otherwise: Value,
    task: (file: Datafile) => Value,
    tags?: EventTags,
  ): Value {
    if (!datafile) return otherwise;
    const wrong = findWrongInput(texts, attributes, tags);
    if (wrong === undefined) return attempt(() => task(datafile), otherwise);
    write('error', `the ${wrong} given is not usable.`);
    return otherwise;
  }

  function visitorOf(id: string, attributes: Attributes | undefined): Visitor {
    return { id, attributes, forced: forced.get(id) ?? new Map(), stored: readProfile(profiles, id, write) };
  }

  function decide(file: Datafile, experiment: Experiment, id: string, attributes?: Attributes): string | null {
    const visitor = visitorOf(id, attributes);
    const decided = decideVariation(file, experiment, visitor, write);
    if (decided?.bucketedId !== undefined) saveProfile(profiles, visitor, experiment.id, decided.bucketedId, write);
    return decided?.key ?? null;
  }

  function experimentOf(file: Datafile, key: string): Experiment | undefined {
    const experiment = file.experiments.get(key);
    if (!experiment) write('error', `experiment ${key} is not in the datafile.`);
    return experiment;
  }

  function factsOf(file: Datafile, visitorId: string, attributes: Attributes | undefined): PayloadFacts {
    return {
      datafile: file,
      visitorId,
      attributes,
      clientName: ports.clientName ?? clientName,
      clientVersion,
      now: ports.now(),
      uuid: ports.createId(),
    };
  }

  return {
    datafile,

    getVariation: (experimentKey, id, attributes) =>
      use({ 'experiment key': experimentKey, 'user id': id }, attributes, null, (file) => {
        const experiment = experimentOf(file, experimentKey);
        return experiment ? decide(file, experiment, id, attributes) : null;
      }),

    activate: (experimentKey, id, attributes) =>
      use({ 'experiment key': experimentKey, 'user id': id }, attributes, null, (file) => {
        const experiment = experimentOf(file, experimentKey);
        const key = experiment ? decide(file, experiment, id, attributes) : null;
        if (experiment && key !== null && isRunning(experiment)) {
          ports.dispatch(toImpression(experiment, key, factsOf(file, id, attributes)));
        }
        return key;
      }),

    track: (eventKey, id, attributes, tags, mayCount = () => true) =>
      use(
        { 'event key': eventKey, 'user id': id },
        attributes,
        false,
        (file) => {
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
          ports.dispatch(toConversion(event, decisions, tags, factsOf(file, id, attributes), write));
          return true;
        },
        tags,
      ),

    isFeatureEnabled: (featureKey, id, attributes) =>
      use({ 'feature key': featureKey, 'user id': id }, attributes, false, (file) => {
        const feature = file.features.get(featureKey);
        if (!feature) {
          write('error', `feature ${featureKey} is not in the datafile.`);
          return false;
        }
        const decision = decideFeature(file, feature, visitorOf(id, attributes), write);
        if (decision?.source === 'experiment' && isRunning(decision.experiment)) {
          ports.dispatch(toImpression(decision.experiment, decision.variation.key, factsOf(file, id, attributes)));
        }
        return decision?.variation.featureEnabled ?? false;
      }),

    getFeatureVariable: (featureKey, variableKey, type, id, attributes) =>
      use(
        { 'feature key': featureKey, 'variable key': variableKey, 'user id': id },
        attributes,
        null as VariableValue,
        (file) => {
          const feature = file.features.get(featureKey);
          const variable = feature?.variables.get(variableKey);
          if (!feature || !variable) {
            write('error', `variable ${variableKey} of feature ${featureKey} is not in the datafile.`);
            return null;
          }
          if (variable.type !== type) {
            write('warning', `variable ${variableKey} is of type ${variable.type}, not ${type}.`);
            return null;
          }
          const values = decideFeature(file, feature, visitorOf(id, attributes), write)?.variation;
          const raw = values ? rawValueOf(values.variables, variable) : variable.defaultValue;
          const value = castVariable(raw, type);
          if (value === null) write('error', `the value of variable ${variableKey} does not read as ${type}.`);
          return value;
        },
      ),

    setForcedVariation: (experimentKey, id, variationKey) =>
      use({ 'experiment key': experimentKey, 'user id': id }, undefined, false, (file) => {
        const experiment = experimentOf(file, experimentKey);
        if (!experiment) return false;
        const mine = forced.get(id);
        if (!variationKey) {
          mine?.delete(experimentKey);
          return mine !== undefined;
        }
        if (!experiment.variations.has(variationKey)) {
          write('error', `experiment ${experimentKey} has no variation ${variationKey}.`);
          return false;
        }
        forced.set(id, new Map(mine).set(experimentKey, variationKey));
        return true;
      }),
  };
}

/** A variation that names no variables at all gives none, not even the default: so does the specified client. */
function rawValueOf(
  values: ReadonlyMap<string, unknown> | undefined,
  variable: { readonly id: string; readonly defaultValue: unknown },
): unknown {
  if (!values) return null;
  return values.has(variable.id) ? values.get(variable.id) : variable.defaultValue;
}
