import { useState } from 'react';
import { pending } from '../../../styles/outreach.css.ts';
import { isImageSource } from '../imageSource.ts';

/**
 * SH-135: a decorative picture. Renders nothing if the address is invalid or the picture does not load. The frame's document
 * requires `Cross-Origin-Embedder-Policy`, so another origin must allow the picture with Cross-Origin-Resource-Policy or with
 * CORS, which the second attempt uses.
 */
export function CheckedImage({
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
  if (!isImageSource(source) || state === 'broken') return null;
  return (
    <img
      key={String(usesCors)}
      src={source}
      alt=""
      referrerPolicy="no-referrer"
      crossOrigin={usesCors ? 'anonymous' : undefined}
      className={state === 'loaded' ? className : pending}
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
