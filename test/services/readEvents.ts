import { parsed } from './send.ts';

export interface ServerEvent {
  readonly event: string;
  readonly id: string | undefined;
  /** Parsed JSON, or the text. */
  readonly data: unknown;
}

/** The events of a whole `text/event-stream`, as the HTML standard reads it. An event that is cut off at the end does not count. */
export function readEvents(text: string): readonly ServerEvent[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n\n');
  return blocks.slice(0, -1).flatMap((block) => {
    const fields = block.split('\n').map((line) => /^(\w*):? ?(.*)$/.exec(line) ?? []);
    const of = (wanted: string): readonly string[] =>
      fields.flatMap(([, name, value = '']) => (name === wanted ? [value] : []));
    const data = of('data');
    return data.length === 0
      ? []
      : [{ event: of('event').at(-1) ?? 'message', id: of('id').at(-1), data: parsed(data.join('\n')) }];
  });
}
