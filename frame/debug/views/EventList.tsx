import type { AnalyticsState } from '../../insight/analytics/store.ts';
import type { ReportNote } from '../../insight/experiments/engine.ts';
import type { TextReader } from '../../text/texts.ts';
import type { debugTexts } from '../texts.ts';
import { Row, Section } from './Section.tsx';

interface EventRow {
  readonly id: string;
  readonly at: number;
  readonly name: string;
  readonly tag: string | undefined;
  readonly text: string;
}

/** Everything that was fired, newest first: analytics events, and what experiments made of them. */
export function EventList(props: {
  readonly analytics: readonly AnalyticsState['events'][number][];
  readonly reports: readonly ReportNote[];
  readonly locale: string;
  readonly read: TextReader<keyof typeof debugTexts>;
}) {
  const { read } = props;
  const rows: EventRow[] = [
    ...props.analytics.map(({ time, name, detail, outcome }, index) => ({
      id: `analytics ${index}`,
      at: time,
      name,
      tag: undefined,
      text: [...Object.values(detail).map(String), outcome].join(' · '),
    })),
    ...props.reports.map(({ at, key, experiment, outcome }, index) => ({
      id: `report ${index}`,
      at,
      name: key,
      tag: read('measured'),
      text: `${experiment} · ${outcome}`,
    })),
  ].sort((one, other) => other.at - one.at);
  const clock = new Intl.DateTimeFormat(props.locale, { timeStyle: 'medium' });
  return (
    <Section title={read('events')} empty={read('none')}>
      {rows.map(({ id, at, name, tag, text }) => (
        <Row key={id} name={name} tag={tag}>
          {text} · {clock.format(at)}
        </Row>
      ))}
    </Section>
  );
}
