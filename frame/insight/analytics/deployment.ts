import * as v from 'valibot';
import { serviceAddress } from '../../platform/backend/serviceHosts.ts';

/** The `analytics` section of the deployment file. Without it no event leaves the browser. */
export const analyticsDeployment = v.strictObject({
  /** URL of the event-tracking service, which accepts a POST of `{"events": [...]}` (CH-209). */
  url: serviceAddress,
});

export type AnalyticsDeployment = v.InferOutput<typeof analyticsDeployment>;
