import X from 'lucide/dist/esm/icons/x.mjs';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/debug.css.ts';
import { createTextReader, type TextReader, type TextSource } from '../../text/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { DebugStore } from '../store.ts';
import { debugTexts } from '../texts.ts';
import { EventList } from './EventList.tsx';
import { ExperimentLists } from './ExperimentLists.tsx';
import { Row, Section } from './Section.tsx';
import { ToolButtons } from './ToolButtons.tsx';

type Read = TextReader<keyof typeof debugTexts>;

export interface DebugWindowProps {
  readonly debug: DebugStore;
  readonly isPaneHidden: boolean;
  readonly languageCode: string;
  readonly texts: TextSource;
}

/** Experiments, attributes and events as they happen, with adapters, lookup and timings (SH-161, CH-207). */
export function DebugWindow({ debug, isPaneHidden, languageCode, texts }: DebugWindowProps) {
  const { isOpen, facts, adapters, timings } = useSnapshot(debug.state);
  const read: Read = createTextReader(texts, 'debug', debugTexts);
  const experiments = debug.insight.experiments.store;

  if (!isOpen) {
    return isPaneHidden ? null : (
      <button type="button" className={styles.toggle} aria-label={read('open')} onClick={() => debug.toggle(true)}>
        {read('title')}
      </button>
    );
  }
  return (
    <aside aria-label={read('title')} className={isPaneHidden ? styles.place.card : styles.place.pane}>
      <header className={styles.bar}>
        <h1 className={styles.title}>{read('title')}</h1>
        <Button variant="icon" aria-label={read('close')} onPress={() => debug.toggle(false)}>
          <Icon icon={X} size={16} />
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div className={styles.body} tabIndex={0}>
        {experiments ? (
          <ExperimentLists store={experiments} read={read} />
        ) : (
          <>
            <Section title={read('experiments')} empty={read('experimentsOff')}>
              {[]}
            </Section>
            <Section title={read('attributes')} empty={read('none')}>
              {[]}
            </Section>
          </>
        )}
        <Events debug={debug} locale={languageCode} read={read} />
        <Section title={read('adapters')} empty={read('adaptersNone')}>
          {adapters.map(({ id, queueType, state, skill, isReady }) => (
            <Row key={id} name={id}>
              <span className={styles.strong}>{state}</span>
              <span>{['', queueType, ...(skill ? [skill] : []), ...(isReady ? [] : ['…'])].join(' · ')}</span>
            </Row>
          ))}
        </Section>
        <Section title={read('lookup')} empty={read('none')}>
          {facts.map(([label, value]) => (
            <Row key={label} name={label}>
              {value}
            </Row>
          ))}
        </Section>
        <Section title={read('timings')} empty={read('none')}>
          {timings.toReversed().map(({ name, startMs, durationMs }) => (
            <Row key={`${name} ${startMs}`} name={name}>
              <span className={styles.meter} style={{ inlineSize: Math.min(80, durationMs / 5) }} />
              <span>{read('ms', { ms: durationMs })}</span>
            </Row>
          ))}
        </Section>
        <ToolButtons tools={debug.tools} read={read} />
      </div>
    </aside>
  );
}

/** Two stores, one list. */
function Events(props: { readonly debug: DebugStore; readonly locale: string; readonly read: Read }) {
  const { debug, ...rest } = props;
  const analytics = useSnapshot(debug.analytics());
  const reports = useSnapshot(debug.reports());
  return <EventList {...rest} analytics={analytics.events} reports={reports.events} />;
}
