import * as v from 'valibot';

/** What this deployment knows of the pages it stands on. Host names are exact, or `*.example.com` for all below it. */
export const pageDeployment = v.strictObject({
  /** Hosts whose pages may switch channels off and hide the pill by their own config object (SH-058). */
  nonSalesHosts: v.optional(v.array(v.string()), []),
  /** Portal hosts beside the local ones: there a path with `/response-manager` is the response manager (SH-015). */
  portalHosts: v.optional(v.array(v.string()), []),
});

export type PageDeployment = v.InferOutput<typeof pageDeployment>;
