interface Document {
  readonly info: { readonly title: string; readonly description: string; readonly 'x-vendor'?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** The entries of the documents in `frame/platform/backend/SERVICES.md`. */
export function servicesList(documents: Readonly<Record<string, unknown>>): readonly string[] {
  const entries = Object.entries(documents as Readonly<Record<string, Document>>);
  const isOfVendor = ([, { info }]: (typeof entries)[number]): boolean => info['x-vendor'] !== undefined;
  return [...entries.filter((one) => !isOfVendor(one)), ...entries.filter(isOfVendor)].map(([file, document]) => {
    const { info, paths } = document;
    const calls = Object.values(paths ?? {}).flatMap(Object.values<{ readonly operationId: string }>);
    const named = calls.map(({ operationId }) => `\`${operationId}\``).join(', ');
    const [purpose = ''] = /^.+?[.](?=\s)/.exec(info.description) ?? [];
    const owner = info['x-vendor'] ?? 'you';
    return `- **${info.title}** (${owner}), \`${file}\`. ${purpose} Calls: ${named || 'a WebSocket'}.`;
  });
}
