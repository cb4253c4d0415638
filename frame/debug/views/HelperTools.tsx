import { useState } from 'react';
import * as styles from '../../../styles/debug.css.ts';
import type { TextReader } from '../../text/texts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Helpers } from '../helpers.ts';
import type { debugTexts } from '../texts.ts';

const types = ['note', 'post', 'chat note', 'interact-note'];

/** The helpers as buttons. */
export function HelperTools(props: { readonly helpers: Helpers; readonly read: TextReader<keyof typeof debugTexts> }) {
  const { helpers, read } = props;
  const [type, setType] = useState('note');
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{read('helpers')}</h2>
      <div className={styles.tools}>
        <select
          aria-label={read('notificationType')}
          className={styles.select}
          value={type}
          onChange={(event) => setType(event.target.value)}
        >
          {types.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <Button onPress={() => void helpers.notify(type)}>{read('notify')}</Button>
        <Button onPress={helpers.showPopUp}>{read('popUp')}</Button>
        <Button onPress={helpers.openPane}>{read('pane')}</Button>
        <Button onPress={() => void helpers.forget()}>{read('forget')}</Button>
      </div>
    </section>
  );
}
