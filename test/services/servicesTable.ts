interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** The table of the documents in the project's README. */
export function servicesTable(documents: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(documents as Readonly<Record<string, Document>>).map(([file, { info, paths }]) => {
    const calls = Object.values(paths ?? {}).flatMap(Object.values<{ readonly operationId: string }>);
    const named = calls.map(({ operationId }) => `\`${operationId}\``).join(', ');
    const [purpose = ''] = /^.+?[.](?=\s)/.exec(info.description) ?? [];
    return `| \`${file}\` | ${info.title} | ${purpose} | ${named || 'a WebSocket'} |`;
  });
  return ['| document | service | what it does | calls |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
