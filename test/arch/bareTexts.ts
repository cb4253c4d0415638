import {
  type ArrowFunctionExpression,
  type Function as DeclaredFunction,
  type JSXChild,
  type Node,
  parseSync,
  type Span,
} from 'oxc-parser';
import type { Source } from '../support/sources.ts';

/**
 * Finds texts that are not alone in their element. Translators and extensions replace text nodes by elements. React keeps the text nodes
 * that have siblings, and fails when it removes such a node or inserts an element before it. The text of an element without other
 * children is set through the element, which always works.
 *
 * A child beside others must be an element as far as the code of its file shows: an element, a condition or a list of elements, or a
 * constant or a function that gives one. Everything else may be text. So may what a component returns. A component that puts its
 * `children` beside others, or returns them, is checked where it is used, as a fragment is.
 */
export function bareTexts(sources: readonly Source[]): readonly string[] {
  const files = sources.map(readFile);
  const passing = new Set(['Fragment', 'Suspense', ...files.flatMap(({ passesOn }) => passesOn)]);
  return files.flatMap(({ bare }) => bare.flatMap(({ inside, at }) => (!inside || passing.has(inside) ? [at] : [])));
}

interface ReadFile {
  /** `inside`: the component whose only child it is. */
  readonly bare: readonly { readonly inside: string | undefined; readonly at: string }[];
  /** The components that put their children beside others, or return them. */
  readonly passesOn: readonly string[];
}

type Made = DeclaredFunction | ArrowFunctionExpression;

function readFile({ path, text }: Source): ReadFile {
  const { program } = parseSync(path, text);
  const bare: { inside: string | undefined; at: string }[] = [];
  const passesOn: string[] = [];
  /** What each name of the file stands for, wherever it is declared. */
  const named = new Map<string, Node[]>();
  const components: { readonly name: string; readonly span: Span }[] = [];
  const codeOf = ({ start, end }: Span): string => text.slice(start, end);

  function name(id: string, value: Node): void {
    named.set(id, [...(named.get(id) ?? []), value]);
    if (/^[A-Z]/.test(id)) components.push({ name: id, span: value });
  }

  function isElement(node: Node | null | undefined): boolean {
    switch (node?.type) {
      case undefined:
      case 'JSXElement':
      case 'JSXFragment':
        return true;
      case 'Literal':
        return typeof node.value === 'string' ? node.value.trim() === '' : node.value === null || node.value === false;
      // Nobody translates a space.
      case 'JSXText':
        return node.value.trim() === '';
      case 'Identifier':
        return node.name === 'undefined' || (named.get(node.name)?.every(isElement) ?? false);
      case 'LogicalExpression':
        return isElement(node.right) && (node.operator === '&&' || isElement(node.left));
      case 'ConditionalExpression':
        return isElement(node.consequent) && isElement(node.alternate);
      case 'ParenthesizedExpression':
        return isElement(node.expression);
      case 'CallExpression': {
        const { callee } = node;
        const made =
          callee.type === 'Identifier'
            ? named.get(callee.name)
            : /\.(?:map|flatMap)$/.test(codeOf(callee)) && node.arguments.slice(0, 1);
        return made ? made.every((one) => isFunction(one) && returnsOf(one).every(isElement)) : false;
      }
      default:
        return false;
    }
  }

  function check(node: Node, inside?: string): void {
    if (isElement(node)) return;
    if (node.type === 'ConditionalExpression') {
      for (const one of [node.consequent, node.alternate]) check(one, inside);
      return;
    }
    if (/^(?:props\.)?(?:children|otherwise)\b/.test(codeOf(node))) {
      const around = components.filter(({ span }) => span.start <= node.start && span.end >= node.end);
      if (!inside) passesOn.push(around.at(-1)?.name ?? '');
      return;
    }
    const line = text.slice(0, node.start).split('\n').length;
    bare.push({ inside, at: `${path}:${line}: ${codeOf(node).trim().replace(/\s+/g, ' ').slice(0, 60)}` });
  }

  function checkChildren(children: readonly JSXChild[], component?: string): void {
    for (const child of children)
      check(
        child.type === 'JSXExpressionContainer' ? child.expression : child,
        children.length === 1 ? component : undefined,
      );
  }

  const nodes = [...nodesIn(program)];
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) name(node.id.name, node.init);
    if (isFunction(node) && node.type !== 'ArrowFunctionExpression' && node.id) name(node.id.name, node);
    if (node.type === 'ClassDeclaration' && node.id) name(node.id.name, node);
  }
  for (const node of nodes) {
    // What is around a fragment is not known here.
    if (node.type === 'JSXFragment') checkChildren(childrenIn(node.children));
    if (node.type === 'JSXElement') {
      const tag = codeOf(node.openingElement.name);
      const children = childrenIn(node.children);
      if (children.length > 1 || /^[A-Z]/.test(tag)) checkChildren(children, tag);
    }
    if (node.type === 'MethodDefinition' && codeOf(node.key) === 'render')
      for (const value of returnsOf(node.value)) check(value);
  }
  for (const values of components.map((one) => named.get(one.name) ?? []))
    for (const made of values) if (isFunction(made)) for (const value of returnsOf(made)) check(value);
  return { bare, passesOn };
}

/** Without line breaks and comments, which JSX drops. A space on its line is a child. */
const childrenIn = (children: readonly JSXChild[]): readonly JSXChild[] =>
  children.filter((child) => {
    if (child.type === 'JSXText') return child.value.trim() !== '' || !child.value.includes('\n');
    return child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression';
  });

const isFunction = (node: Node): node is Made =>
  ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'].includes(node.type);

/** What a function returns, without the functions inside it. */
function returnsOf({ body }: Made): readonly Node[] {
  if (!body) return [];
  if (body.type !== 'BlockStatement') return [body];
  return [...nodesIn(body, (node) => !isFunction(node))].flatMap((node) =>
    node.type === 'ReturnStatement' && node.argument ? [node.argument] : [],
  );
}

function* nodesIn(node: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  yield node;
  for (const child of Object.values(node).flat()) {
    const isNode = typeof child === 'object' && child !== null && 'type' in child;
    if (isNode && enters(child as Node)) yield* nodesIn(child as Node, enters);
  }
}
