import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/debug.css.ts';
import type { ExperimentStore } from '../../insight/experiments/experimentStore.ts';
import type { TextReader } from '../../text/texts.ts';
import type { debugTexts } from '../texts.ts';
import { Row, Section } from './Section.tsx';

/** Experiments with their variation, and the visitor's attributes. */
export function ExperimentLists(props: {
  readonly store: ExperimentStore;
  readonly read: TextReader<keyof typeof debugTexts>;
}) {
  const { read } = props;
  const { experiments, attributes, source } = useSnapshot(props.store.state);
  const variationOf = (variation: string | null | undefined): string => {
    if (variation === undefined) return read('undecided');
    return variation ?? read('noVariation');
  };
  return (
    <>
      <Section
        title={read('experiments')}
        note={`${experiments.length}${source ? ` · ${read(source === 'copy' ? 'datafileCopy' : 'datafileService')}` : ''}`}
        empty={read('none')}
      >
        {experiments.map(({ key, status, variation, isOverridden }) => (
          <Row key={key} name={key} tag={isOverridden ? read('overridden') : undefined}>
            <span className={variation ? styles.strong : undefined}>{variationOf(variation)}</span>
            <span>{` · ${status}`}</span>
          </Row>
        ))}
      </Section>
      <Section title={read('attributes')} empty={read('none')}>
        {Object.entries(attributes).map(([key, value]) => (
          <Row key={key} name={key}>
            {String(value)}
          </Row>
        ))}
      </Section>
    </>
  );
}
