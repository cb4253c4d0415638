import type { AnalyticsState } from '../../insight/analytics/analyticsStore.ts';
import type { ReportNote } from '../../insight/experiments/engine.ts';
import type { TextReader } from '../../text/texts.ts';
import type { debugTexts } from '../texts.ts';
import { Row, Section } from './Section.tsx';

interface EventRow {
  readonly id: string;
  readonly at: number;
  readonly name: string;
  readonly isExperiment: boolean;
  readonly text: string;
}

/** One row per event, with the number of experiments for each outcome. */
function mergeReports(reports: readonly ReportNote[]): EventRow[] {
  const byEvent = new Map<string, ReportNote[]>();
  for (const note of reports) {
    const id = `${note.at} ${note.key}`;
    byEvent.set(id, [...(byEvent.get(id) ?? []), note]);
  }
  return [...byEvent].flatMap(([id, notes]) => {
    const [first] = notes;
    if (!first) return [];
    const counts = new Map<string, number>();
    for (const { outcome } of notes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const outcomes = [...counts].map(([outcome, count]) => (count > 1 ? `${count} × ${outcome}` : outcome));
    const only = notes.length === 1 ? [first.experiment] : [];
    return [{ id, at: first.at, name: first.key, isExperiment: true, text: [...only, ...outcomes].join(' · ') }];
  });
}

/** All events, newest first: analytics events, and the reports of experiments. */
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
      isExperiment: false,
      text: [...Object.values(detail).map(String), outcome].join(' · '),
    })),
    ...mergeReports(props.reports),
  ].sort((one, other) => other.at - one.at);
  const clock = new Intl.DateTimeFormat(props.locale, { timeStyle: 'medium' });
  return (
    <Section title={read('events')} empty={read('none')}>
      {rows.map(({ id, at, name, isExperiment, text }) => (
        <Row key={id} name={name} tag={isExperiment ? read('measured') : undefined}>
          {`${text} · ${clock.format(at)}`}
        </Row>
      ))}
    </Section>
  );
}
