import { memo, type ReactNode, useMemo } from 'react';
import { markdown } from '../../../styles/markdown.css.ts';
import { type Inline, type MarkdownBlock, parseMarkdown, splitMarkdown, textOf } from '../messages/markdown.ts';
import type { ChatStore } from '../store.ts';
import { renderText, TextLink } from './SafeText.tsx';

export interface MarkdownProps {
  readonly store: ChatStore;
  readonly text: string;
  /** More of it is still to come. */
  readonly isOpen: boolean;
}

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
  return <>{blocks.map((block, at) => renderBlock(block, at, store, 'auto'))}</>;
});

/** Within a list, the direction is that of the list: `auto` does not look into elements with one of their own. */
function renderBlock(block: MarkdownBlock, key: number, store: ChatStore, dir?: 'auto'): ReactNode {
  switch (block.kind) {
    case 'code':
      return (
        <pre key={key} dir="ltr">
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((blocks, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list never change their order.
        <li key={at}>{blocks.map((one, place) => renderBlock(one, place, store))}</li>
      ));
      const List = block.start === undefined ? 'ul' : 'ol';
      return (
        <List key={key} dir={dir} {...(block.start !== undefined && { start: block.start })}>
          {items}
        </List>
      );
    }
    default: {
      const content = renderInline(block.content, store);
      return (
        <p key={key} dir={dir}>
          {block.kind === 'heading' ? <strong>{content}</strong> : content}
        </p>
      );
    }
  }
}

function renderInline(content: readonly Inline[], store: ChatStore): ReactNode {
  return content.map((one, at) => {
    const key = `${at}`;
    switch (one.kind) {
      case 'text':
        return <span key={key}>{renderText(one.text, store)}</span>;
      case 'code':
        return (
          <code key={key} dir="ltr">
            {one.text}
          </code>
        );
      case 'link':
        return (
          <TextLink key={key} href={one.href} store={store}>
            {textOf(one.content)}
          </TextLink>
        );
      default: {
        const Tag = one.kind === 'strong' ? 'strong' : 'em';
        return <Tag key={key}>{renderInline(one.content, store)}</Tag>;
      }
    }
  });
}
