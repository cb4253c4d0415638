/** The channels of `chat.channels` that connect to a vendor. The others connect to the company's own services. */
const vendorChannels = ['sync', 'async', 'support', 'assistant'];

/** Whether a deployment uses a vendor: scripts, files, channels or in-app messages. */
export function namesVendor(deployment: object): boolean {
  const { scriptOrigins, vendorFiles, chat, outreach } = deployment as {
    readonly scriptOrigins?: readonly string[];
    readonly vendorFiles?: object;
    readonly chat?: { readonly channels?: object };
    readonly outreach?: { readonly inApp?: { readonly enabled?: boolean } };
  };
  return (
    (scriptOrigins ?? []).length > 0 ||
    vendorFiles !== undefined ||
    Object.keys(chat?.channels ?? {}).some((name) => vendorChannels.includes(name)) ||
    outreach?.inApp?.enabled === true
  );
}
