import * as styles from '../../../styles/calendar.css.ts';
import { Picture } from '../../ui/Picture.tsx';

/** A slot or an appointment. */
interface Named {
  readonly expertName?: string | undefined;
  readonly expertRole?: string | undefined;
  readonly expertPicture?: string | undefined;
}

export interface ExpertsProps {
  readonly of: readonly Named[];
  readonly locale: string;
}

/** More faces leave no room for the names beside them. */
const maxFaces = 3;

/** Who can take the call: one expert, or the faces and names of several. Renders nothing if the service names none. */
export function Experts({ of, locale }: ExpertsProps) {
  const all = [...new Map(of.map((one) => [one.expertName ?? '', one]))].filter(([name]) => name);
  if (all.length === 0) return null;
  const names = all.map(([name]) => name);
  return (
    <span className={styles.expert}>
      <span aria-hidden className={styles.faces}>
        {all.slice(0, maxFaces).map(([name, { expertPicture }]) => (
          <span key={name} className={styles.avatar}>
            <span>{initialsOf(name)}</span>
            {expertPicture && <Picture key={expertPicture} source={expertPicture} className={styles.picture} />}
          </span>
        ))}
      </span>
      <span>
        {/* Aligned with the other lines, in any text direction of the name. */}
        <span className={styles.expertName}>
          <bdi>{new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)}</bdi>
        </span>
        {all.length === 1 && (
          <span className={styles.expertRole}>
            <bdi>{all[0]?.[1].expertRole}</bdi>
          </span>
        )}
      </span>
    </span>
  );
}

/** The expert of the call. */
export const Expert = ({ of }: { readonly of: Named }) => <Experts of={[of]} locale="en" />;

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const letters = name.match(/(?<!\S)\S/gu) ?? [];
  return [...new Set([0, letters.length - 1])]
    .map((index) => letters[index])
    .join('')
    .toLocaleUpperCase();
}
