import * as v from 'valibot';

/** The `analytics` section of the deployment file; without it no event leaves the page. */
export const analyticsDeployment = v.object({
  /** The event-tracking service: takes a POST of `{"events": [...]}` (CH-209). */
  url: v.pipe(v.string(), v.url()),
});

export type AnalyticsDeployment = v.InferOutput<typeof analyticsDeployment>;
