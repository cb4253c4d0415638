import { fill } from '../../text/texts.ts';
import type { ClientContext } from './clientContext.ts';
import { experimentOf } from './decideFeature.ts';
import type { FeatureBinding } from './deployment.ts';
import type { ExperimentRow } from './experimentRow.ts';
import { createFeatureCalls } from './featureCalls.ts';
import type { Attributes } from './inputs.ts';
import type { ProductExperiment } from './productExperiments.ts';
import type { VariableType, VariableValue } from './variables.ts';

/** The variations of features without a variable for it. Any other keeps its default. */
const variationWhenOn: Partial<Record<ProductExperiment, string>> = {
  headerSalesWording: 'sales',
  buttonSalesWording: 'sales',
};
const variationWhenOff: Partial<Record<ProductExperiment, string>> = { botWelcome: 'off' };

/** Variables of these types can be used in a text as `{key}`. */
const isInText = (type: string): type is VariableType => ['integer', 'double', 'string'].includes(type);

/** A feature of the product, as its flag and variables define it. */
export interface BoundFeature {
  readonly variation: string | undefined;
  /** The wording, if a variable has it. */
  readonly text: string | undefined;
}

export interface BoundFeatures {
  /** `isSeen` reports the visitor's exposure to the experiment behind the flag. */
  read(name: ProductExperiment, binding: FeatureBinding, isSeen: boolean): BoundFeature;
  /** The flags that have been read, for the debug window. */
  rows(): readonly ExperimentRow[];
}

export interface BoundFeaturesPorts {
  readonly context: ClientContext;
  /** Decides and reports the experiments behind the flags. */
  readonly engine: { variationOf(key: string): unknown; expose(key: string): unknown };
  readonly visitorId: string;
  readonly attributes: () => Attributes;
  /** For numbers in texts, for example `en-US`. */
  readonly language: () => string;
}

/** A flag as first read on this page. It does not change on the page. */
interface Flag {
  readonly isOn: boolean;
  /** The experiment that decides on it, if one does and not only a rollout. */
  readonly experiment: string | undefined;
  /** Null if the variable has another type or is not in the datafile. */
  readonly valueOf: (key: string, type: VariableType) => VariableValue;
  readonly valuesInText: () => Readonly<Record<string, string>>;
}

/** The features of the product that the deployment binds to flags of the datafile (CH-196, CH-198, CH-199). */
export function createBoundFeatures(ports: BoundFeaturesPorts): BoundFeatures {
  const { context, engine, visitorId, attributes, language } = ports;
  // The engine reports exposures, once for all features and experiments.
  const calls = createFeatureCalls({ ...context, dispatch: () => {} });
  const flags = new Map<string, Flag>();

  function decide(key: string): Flag {
    const { datafile, write } = context;
    const feature = datafile?.features.get(key);
    const experiment = datafile && feature && experimentOf(datafile, feature, visitorId, write)?.key;
    if (experiment !== undefined) engine.variationOf(experiment);
    const facts = attributes();
    const values = new Map<string, VariableValue>();

    function readVariable(name: string, type: VariableType): VariableValue {
      const known = values.get(`${type} ${name}`);
      if (known !== undefined) return known;
      const value = calls.getFeatureVariable(key, name, type, visitorId, facts);
      values.set(`${type} ${name}`, value);
      return value;
    }

    return {
      isOn: calls.isFeatureEnabled(key, visitorId, facts),
      experiment,
      valueOf: readVariable,
      valuesInText: () => {
        const format = new Intl.NumberFormat(language());
        const variables = [...(feature?.variables.values() ?? [])].filter(({ type }) => isInText(type));
        return Object.fromEntries(
          variables.map(({ key: name, type }) => {
            const value = readVariable(name, type as VariableType);
            return [name, typeof value === 'number' ? format.format(value) : String(value ?? '')];
          }),
        );
      },
    };
  }

  function flagOf(key: string): Flag {
    const known = flags.get(key);
    if (known) return known;
    const flag = decide(key);
    flags.set(key, flag);
    return flag;
  }

  return {
    read(name, binding, isSeen) {
      // The client has logged it, and the feature keeps its default.
      if (!context.datafile?.features.has(binding.flag)) {
        flagOf(binding.flag);
        return { variation: undefined, text: undefined };
      }
      const flag = flagOf(binding.flag);
      if (isSeen && flag.experiment !== undefined) engine.expose(flag.experiment);
      const textOf = (key: string | undefined): string | undefined =>
        key === undefined ? undefined : ((flag.valueOf(key, 'string') as string | null) ?? undefined);
      const isOn = flag.isOn && (binding.isOn === undefined || flag.valueOf(binding.isOn, 'boolean') === true);
      if (!isOn) return { variation: variationWhenOff[name], text: undefined };
      const text = textOf(binding.text);
      return {
        variation: textOf(binding.variation) ?? variationWhenOn[name],
        text: text && fill(text, flag.valuesInText()),
      };
    },

    rows: () =>
      [...flags].map(([key, { isOn }]) => ({
        key,
        status: context.datafile?.features.has(key) ? 'Feature flag' : 'not in the datafile',
        variation: isOn ? 'on' : 'off',
        isOverridden: false,
      })),
  };
}
