import { memo, useMemo } from 'react';
import { markdown } from '../../../styles/markdown.css.ts';
import { parseMarkdown, splitMarkdown } from '../messages/markdown.ts';
import { Nodes, type ShownTextProps } from './SafeText.tsx';

type MarkdownProps = Pick<ShownTextProps, 'store' | 'text' | 'isOpen'>;

/** A text in Markdown. While it grows, only its last part is read and rendered again. */
export function Markdown({ store, text, isOpen }: MarkdownProps) {
  const parts = splitMarkdown(text);
  return (
    <div className={markdown}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
        <Part key={at} store={store} text={part} isOpen={isOpen && at === parts.length - 1} />
      ))}
    </div>
  );
}

const Part = memo(function Part({ store, text, isOpen }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text, isOpen), [text, isOpen]);
  return <Nodes nodes={blocks} store={store} />;
});
