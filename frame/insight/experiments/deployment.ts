import * as v from 'valibot';

const address = v.pipe(v.string(), v.url());

/** The `experiments` section of the deployment file. Without it the experiments client is not downloaded. */
export const experimentsDeployment = v.object({
  /** URL of the datafile, read by GET (CH-195). */
  datafile: address,
  /** A copy next to the frame document, for example `datafile.json`, used when the datafile cannot be fetched. */
  copy: v.optional(v.string()),
  /** URL that receives impressions and conversions (CH-203). */
  events: v.optional(address, 'https://logx.optimizely.com/v1/events'),
  /** POST sends JSON; GET sends every field in the query (CH-203). */
  method: v.optional(v.picklist(['POST', 'GET']), 'POST'),
  /** Keys of events that may be sent again for the same experiment (CH-201). */
  refire: v.optional(v.array(v.string()), []),
});

export type ExperimentsDeployment = v.InferOutput<typeof experimentsDeployment>;
