import { useState } from 'react';
import * as styles from '../../../styles/debug.css.ts';
import type { TextReader } from '../../text/texts.ts';
import { Button } from '../../ui/Button.tsx';
import type { debugTexts } from '../texts.ts';
import { notificationTypes, type Tools } from '../tools.ts';

/** The tools as buttons. */
export function ToolButtons(props: { readonly tools: Tools; readonly read: TextReader<keyof typeof debugTexts> }) {
  const { tools, read } = props;
  const [type, setType] = useState('note');
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{read('tools')}</h2>
      <div className={styles.tools}>
        <select
          aria-label={read('notificationType')}
          className={styles.select}
          value={type}
          onChange={(event) => setType(event.target.value)}
        >
          {notificationTypes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <Button onPress={() => void tools.notify(type)}>{read('notify')}</Button>
        <Button onPress={tools.openPane}>{read('pane')}</Button>
        <Button onPress={() => void tools.forget()}>{read('forget')}</Button>
      </div>
    </section>
  );
}
