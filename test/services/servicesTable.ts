interface Document {
  readonly info: { readonly title: string; readonly description: string; readonly 'x-vendor'?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** The table of the documents in the project's README. */
export function servicesTable(documents: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(documents as Readonly<Record<string, Document>>);
  const isOfVendor = ([, { info }]: (typeof entries)[number]): boolean => info['x-vendor'] !== undefined;
  const rows = [...entries.filter((one) => !isOfVendor(one)), ...entries.filter(isOfVendor)].map(([file, document]) => {
    const { info, paths } = document;
    const calls = Object.values(paths ?? {}).flatMap(Object.values<{ readonly operationId: string }>);
    const named = calls.map(({ operationId }) => `\`${operationId}\``).join(', ');
    const [purpose = ''] = /^.+?[.](?=\s)/.exec(info.description) ?? [];
    const owner = info['x-vendor'] ?? 'you';
    return `| \`${file}\` | ${info.title} | ${owner} | ${purpose} | ${named || 'a WebSocket'} |`;
  });
  return ['| document | service | run by | what it does | calls |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
