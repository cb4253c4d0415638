import type { ClientContext } from './clientContext.ts';
import { isRunning } from './decide.ts';
import { decideFeature } from './decideFeature.ts';
import type { Attributes } from './inputs.ts';
import { toImpression } from './payload.ts';
import { castVariable, type VariableType, type VariableValue } from './variables.ts';

export interface FeatureCalls {
  /** Reports the visitor's exposure when a Running experiment decides on the feature. */
  isFeatureEnabled(featureKey: string, visitorId: string, attributes?: Attributes): boolean;
  getFeatureVariable(
    featureKey: string,
    variableKey: string,
    type: VariableType,
    visitorId: string,
    attributes?: Attributes,
  ): VariableValue;
}

export function createFeatureCalls(context: ClientContext): FeatureCalls {
  const { run, visitorOf, write } = context;

  return {
    isFeatureEnabled: (featureKey, id, attributes) =>
      run({ texts: { 'feature key': featureKey, 'user id': id }, attributes }, false, (file) => {
        const feature = file.features.get(featureKey);
        if (!feature) {
          write('error', `feature ${featureKey} is not in the datafile.`);
          return false;
        }
        const decision = decideFeature(file, feature, visitorOf(id, attributes), write);
        if (decision?.source === 'experiment' && isRunning(decision.experiment)) {
          const { experiment, variation } = decision;
          context.dispatch(toImpression(experiment, variation.key, context.payloadFacts(file, id, attributes)));
        }
        return decision?.variation.featureEnabled ?? false;
      }),

    getFeatureVariable(featureKey, variableKey, type, id, attributes) {
      const texts = { 'feature key': featureKey, 'variable key': variableKey, 'user id': id };
      return run<VariableValue>({ texts, attributes }, null, (file) => {
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
        const variation = decideFeature(file, feature, visitorOf(id, attributes), write)?.variation;
        const raw = variation ? rawValueOf(variation.variables, variable) : variable.defaultValue;
        const value = castVariable(raw, type);
        if (value === null) write('error', `the value of variable ${variableKey} cannot be read as ${type}.`);
        return value;
      });
    },
  };
}

/** A variation without a list of variables has no value at all, not even the default, as in the specified client. */
function rawValueOf(
  values: ReadonlyMap<string, unknown> | undefined,
  variable: { readonly id: string; readonly defaultValue: unknown },
): unknown {
  if (!values) return null;
  return values.has(variable.id) ? values.get(variable.id) : variable.defaultValue;
}
