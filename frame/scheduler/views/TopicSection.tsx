import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import type { SchedulerStore } from '../store.ts';

/** SC-050: the suggested topic, or the list of all topics. */
export function TopicSection({ store }: { readonly store: SchedulerStore }) {
  const { cognitiveClassification, classifications, isChoosingTopic } = useSnapshot(store.state);
  const list = useRef<HTMLDivElement>(null);
  const { read } = store;

  useEffect(() => {
    if (isChoosingTopic && document.hasFocus()) list.current?.querySelector('button')?.focus();
  }, [isChoosingTopic]);

  if (!cognitiveClassification) return null;
  if (!isChoosingTopic) {
    return (
      <>
        <p>{read('suggestion', { topic: cognitiveClassification.text })}</p>
        <div className={styles.row}>
          <Button variant="primary" onPress={() => store.topic.answer(true)}>
            {read('yes')}
          </Button>
          <Button variant="secondary" onPress={() => store.topic.answer(false)}>
            {read('no')}
          </Button>
        </div>
      </>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: these buttons act at once and are not form fields.
    <div ref={list} role="group" aria-label={read('chooseTopic')} className={styles.choices}>
      <p className={styles.legend}>{read('chooseTopic')}</p>
      <div className={styles.row}>
        {classifications.map(({ label, text }) => (
          <Button key={label} variant="secondary" onPress={() => store.topic.choose(text)}>
            {text}
          </Button>
        ))}
        <Button variant="quiet" onPress={() => store.topic.choose('')}>
          {read('noneOfThese')}
        </Button>
      </div>
    </div>
  );
}
