import * as v from 'valibot';
import { serviceAddress } from '../../platform/backend/serviceHosts.ts';
import type { ProductExperiment } from './productExperiments.ts';

/** A feature of the product that follows a flag of the datafile instead of its own experiment (CH-196). */
const featureBinding = v.strictObject({
  /** Key of the feature flag. An experiment or a rollout turns it on. */
  flag: v.string(),
  /** Key of a boolean variable. The feature is on only if this is true as well. */
  isOn: v.optional(v.string()),
  /** Key of a string variable that names the variation, for example a theme. */
  variation: v.optional(v.string()),
  /** Key of a string variable with the wording. `{key}` in it is replaced by another variable of the flag. */
  text: v.optional(v.string()),
});

export type FeatureBinding = v.InferOutput<typeof featureBinding>;

/** The `experiments` section of the deployment file. Without it the experiments client is not downloaded. */
export const experimentsDeployment = v.strictObject({
  /** URL of the datafile, read by GET (CH-195). */
  datafile: serviceAddress,
  /** A copy next to the frame document, for example `datafile.json`, used when the datafile cannot be fetched. */
  copy: v.optional(v.string()),
  /** URL that receives impressions and conversions (CH-203). */
  events: v.optional(serviceAddress, 'https://logx.optimizely.com/v1/events'),
  /** POST sends JSON; GET sends every field in the query (CH-203). */
  method: v.optional(v.picklist(['POST', 'GET']), 'POST'),
  /** Keys of events that may be sent again for the same experiment (CH-201). */
  refire: v.optional(v.array(v.string()), []),
  /** Features that follow a flag. Any other follows its experiment. */
  features: v.optional(
    v.strictObject({
      proactiveHeadline: v.optional(featureBinding),
      schedulerFirstQuestion: v.optional(featureBinding),
      buttonColour: v.optional(featureBinding),
      headerSalesWording: v.optional(featureBinding),
      buttonSalesWording: v.optional(featureBinding),
      botWelcome: v.optional(featureBinding),
    } satisfies Record<ProductExperiment, unknown>),
  ),
  /** Whether a visitor keeps a variation when the traffic allocation changes: the provider's user profile service. */
  keepVariations: v.optional(v.boolean()),
});

export type ExperimentsDeployment = v.InferOutput<typeof experimentsDeployment>;
