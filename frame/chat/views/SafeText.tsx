import { Fragment, type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import * as styles from '../../../styles/chat.css.ts';
import { Button } from '../../ui/Button.tsx';
import { createViewDownload, useOptional } from '../../ui/lazyView.tsx';
import type { TextFormat } from '../conversation.ts';
import { longTextChars } from '../limits.ts';
import { type HtmlNode, parseDeclaredHtml } from '../messages/declaredHtml.ts';
import { linkify } from '../messages/linkify.ts';
import type { ChatStore } from '../store.ts';

interface SafeTextProps {
  readonly store: ChatStore;
  readonly text: string;
  readonly format?: TextFormat;
  /** More of it is still to come. */
  readonly isOpen?: boolean;
}

/** Downloaded with the first text that is in Markdown, which is shown as it is until then. */
const markdown = createViewDownload(() => import('./Markdown.tsx').then((loaded) => loaded.Markdown), {
  isSilent: true,
});

/** Renders untrusted text (CH-054): addresses become links, and declared markup or Markdown keeps a few harmless tags. */
export function SafeText({ store, text, format = 'text', isOpen = false }: SafeTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > longTextChars;
  // Do not cut a surrogate pair in half.
  const shown = isLong && !isWhole ? text.slice(0, longTextChars).replace(/[\ud800-\udbff]$/, '') : text;
  const Shown = format === 'markdown' ? MarkdownText : PlainText;
  return (
    <>
      <Shown store={store} text={shown} format={format} isOpen={isOpen} isCut={isLong && !isWhole} />
      {isLong && (
        <Button variant="quiet" onPress={() => setWhole(!isWhole)}>
          {store.text(isWhole ? 'showLess' : 'showMore')}
        </Button>
      )}
    </>
  );
}

export interface ShownTextProps extends Required<SafeTextProps> {
  readonly isCut: boolean;
}

function MarkdownText(props: ShownTextProps) {
  const Markdown = useOptional(markdown);
  return Markdown ? <Markdown {...props} /> : <PlainText {...props} />;
}

function PlainText({ store, text, format, isCut }: ShownTextProps) {
  const content = useMemo(
    () =>
      format === 'html'
        ? parseDeclaredHtml(text).map((node, at) => renderNode(node, at, store))
        : renderText(text, store),
    [text, format, store],
  );
  return (
    <span className={styles.text} dir="auto" data-cut={isCut || undefined}>
      {content}
    </span>
  );
}

/** The content of an element that has nothing else: translators may replace its texts. */
function renderText(text: string, store: ChatStore): ReactNode {
  const parts = linkify(text);
  if (parts.length === 1 && parts[0]?.kind === 'text') return text;
  return parts.map((part, at) =>
    part.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <span key={at}>{part.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <TextLink key={at} href={part.href} store={store}>
        <Breakable address={part.text} />
      </TextLink>
    ),
  );
}

/** Lets a long address break before its parts, not within a word. */
function Breakable({ address }: { readonly address: string }) {
  const parts = address.includes('/') ? address.split(/(?<=[^/]\/)(?!\/)|(?=[.?&#])/) : [address];
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never change their order.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}

/** The blocks of a text. */
export function Nodes({ nodes, store }: Pick<SafeTextProps, 'store'> & { readonly nodes: readonly HtmlNode[] }) {
  return nodes.map((node, at) => renderNode(node, at, store, 'auto'));
}

/** Only the outermost block needs a direction: `auto` does not look into elements with one of their own. */
function renderNode(node: HtmlNode, key: number, store: ChatStore, dir?: 'auto'): ReactNode {
  if (node.kind === 'text') return <span key={key}>{renderText(node.text, store)}</span>;
  const { tag: Tag, href, start } = node;
  if (Tag === 'br') return <br key={key} />;
  if (Tag === 'code' || Tag === 'pre') {
    const code = plainOf(node);
    return (
      <Tag key={key} dir="ltr">
        {Tag === 'pre' ? <code>{code}</code> : code}
      </Tag>
    );
  }
  const children = node.children.map((child, at) => renderNode(child, at, store));
  if (Tag === 'a') {
    if (href === undefined) return <Fragment key={key}>{children}</Fragment>;
    // Links cannot be nested, so addresses in a link stay text.
    return (
      <TextLink key={key} href={href} store={store}>
        {plainOf(node)}
      </TextLink>
    );
  }
  return (
    <Tag key={key} dir={dir} {...(start !== undefined && { start })}>
      {children}
    </Tag>
  );
}

const plainOf = (node: HtmlNode): string => (node.kind === 'text' ? node.text : node.children.map(plainOf).join(''));

/** Handles a click on a link. The browser handles modified clicks. */
export const plainClick = (follow: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow();
};

interface TextLinkProps extends Pick<SafeTextProps, 'store'> {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link that the host page opens. */
export function TextLink({ href, store, children }: TextLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={styles.textLink}
      onClick={plainClick(() => store.followLink(href))}
    >
      {children}
    </a>
  );
}
