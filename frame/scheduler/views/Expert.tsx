import * as styles from '../../../styles/scheduler.css.ts';
import { Picture } from '../../ui/Picture.tsx';

export interface ExpertProps {
  /** A slot or an appointment. */
  readonly of: {
    readonly expertName?: string | undefined;
    readonly expertRole?: string | undefined;
    readonly expertPicture?: string | undefined;
  };
}

/** The expert of the call. Renders nothing if the service names none. */
export function Expert({ of }: ExpertProps) {
  const { expertName, expertRole, expertPicture } = of;
  if (!expertName) return null;
  return (
    <span className={styles.expert}>
      <span aria-hidden className={styles.avatar}>
        <span>{initialsOf(expertName)}</span>
        {expertPicture && <Picture key={expertPicture} source={expertPicture} className={styles.picture} />}
      </span>
      <span>
        {/* Aligned with the other lines, in any text direction of the name. */}
        <span className={styles.expertName}>
          <bdi>{expertName}</bdi>
        </span>
        <span className={styles.expertRole}>
          <bdi>{expertRole}</bdi>
        </span>
      </span>
    </span>
  );
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
