import * as v from 'valibot';

const address = v.pipe(v.string(), v.url());

/** The `experiments` section of the deployment file; without it nothing of this folder is downloaded. */
export const experimentsDeployment = v.object({
  /** Where the datafile is read by GET (CH-195). */
  datafile: address,
  /** A copy beside the frame, used when the datafile cannot be read, e.g. `datafile.json`. */
  copy: v.optional(v.string()),
  /** Where impressions and conversions go (CH-203). */
  events: v.optional(address, 'https://logx.optimizely.com/v1/events'),
  /** POST with JSON, or GET with everything in the query (CH-203). */
  method: v.optional(v.picklist(['POST', 'GET']), 'POST'),
  /** Keys of events that may be sent again for the same experiment (CH-201). */
  refire: v.optional(v.array(v.string()), []),
});

export type ExperimentsDeployment = v.InferOutput<typeof experimentsDeployment>;
