import { useState } from 'react';
import { pendingPicture } from '../../styles/ui.css.ts';
import { isPictureSource } from './pictureSource.ts';

/**
 * A decorative picture from another origin (SH-135). Every such picture is shown by this component. It renders nothing if the
 * address is invalid or the picture does not load, because the text next to it has the same information. If the embedder
 * policy is `require-corp`, the picture's server must allow it with Cross-Origin-Resource-Policy or with CORS, which the
 * second attempt uses. If the source can change, use it as the key.
 */
export function Picture({
  source,
  className,
  onLoaded,
}: {
  readonly source: string;
  readonly className: string;
  readonly onLoaded?: () => void;
}) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading');
  const [usesCors, setUsesCors] = useState(false);
  if (!isPictureSource(source) || state === 'broken') return null;
  return (
    <img
      key={String(usesCors)}
      src={source}
      alt=""
      referrerPolicy="no-referrer"
      crossOrigin={usesCors ? 'anonymous' : undefined}
      className={state === 'loaded' ? className : pendingPicture}
      onLoad={() => {
        setState('loaded');
        onLoaded?.();
      }}
      onError={() => {
        if (usesCors) setState('broken');
        else setUsesCors(true);
      }}
    />
  );
}
