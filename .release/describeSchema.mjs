import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Calls of valibot that wrap a schema. */
const wrappers = ['optional', 'exactOptional', 'nullable', 'nullish', 'fallback', 'pipe'];
const objects = ['object', 'strictObject', 'looseObject', 'objectWithRest'];

/**
 * Adds the comments of a valibot declaration to its JSON Schema as descriptions, for editors. The comments are the only source, so
 * a setting is explained where it is declared.
 */
export function describeSchema(schema, file, name) {
  const described = structuredClone(schema);
  const module = readModule(file);
  describeNode(described, module.constants.get(name).value, module);
  return described;
}

/** The same with the comment of the constant itself. */
export function describeConstant(schema, file, name) {
  const described = structuredClone(schema);
  const description = describeNode(described, { type: 'Identifier', name }, readModule(file));
  return description ? { description, ...described } : described;
}

/** Where a schema has a property without a description, as dotted paths. */
export function undescribed(schema, path = '') {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [...(property.description ? [] : [at]), ...undescribed(property, at)];
  });
  const inner = [schema.items, schema.additionalProperties];
  return [...own, ...inner.flatMap((one) => (typeof one === 'object' ? undescribed(one, `${path}.*`) : []))];
}

const modules = new Map();

function readModule(file) {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const module = {
    constants: new Map(),
    imports: new Map(),
    commentBefore: (start) => commentBefore(text, comments, start),
  };
  modules.set(file, module);
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration' && statement.source.value.startsWith('.')) {
      for (const { local, imported } of statement.specifiers)
        module.imports.set(local.name, { file: join(dirname(file), statement.source.value), name: imported?.name });
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    const comment = module.commentBefore(statement.start);
    for (const { id, init } of declaration.declarations) module.constants.set(id.name, { value: init, comment });
  }
  return module;
}

function constantOf(name, module) {
  const imported = module.imports.get(name);
  const target = imported ? readModule(imported.file) : module;
  return { target, constant: target.constants.get(imported?.name ?? name) };
}

/** Returns the comment of the constant that the expression names, for a property without one of its own. */
function describeNode(schema, expression, module) {
  if (!schema || !expression) return undefined;
  if (expression.type === 'TSSatisfiesExpression') return describeNode(schema, expression.expression, module);
  if (expression.type === 'Identifier') {
    const { constant, target } = constantOf(expression.name, module);
    // A named schema is described where it is declared.
    if (!constant || schema.$ref) return undefined;
    describeNode(schema, constant.value, target);
    return constant.comment;
  }
  // `schema.entries.name`: a field that two objects share.
  if (expression.type === 'MemberExpression' && expression.object.property?.name === 'entries') {
    const { constant, target } = constantOf(expression.object.object.name, module);
    const field = constant?.value.arguments[0].properties.find(({ key }) => key?.name === expression.property.name);
    return describeNode(schema, field?.value, target);
  }
  if (expression.type !== 'CallExpression') return undefined;
  const [first, second] = expression.arguments;
  // One of our own functions, such as `optionalField`, may wrap a schema too.
  const call = expression.callee.type === 'Identifier' ? 'optional' : expression.callee.property.name;
  if (wrappers.includes(call)) return describeNode(schema, first, module);
  if (objects.includes(call)) describeProperties(schema, first, module);
  if (call === 'array') return describeNode(schema.items, first, module);
  if (call === 'union') return describeEach(schema.anyOf, first, module);
  if (call === 'variant') return describeEach(schema.oneOf, second, module);
  if (call === 'record') return describeNode(schema.additionalProperties, second, module);
  return undefined;
}

function describeEach(schemas, list, module) {
  for (const [at, one] of (schemas ?? []).entries()) describeNode(one, list.elements?.[at], module);
}

function describeProperties(schema, expression, module) {
  const object = withoutType(expression);
  if (object.type === 'Identifier') {
    const { constant, target } = constantOf(object.name, module);
    if (constant) describeProperties(schema, constant.value, target);
  }
  // `...schema.entries`: the fields of another object.
  if (object.type === 'MemberExpression' && object.property.name === 'entries') {
    const { constant, target } = constantOf(object.object.name, module);
    if (constant) describeProperties(schema, constant.value.arguments[0], target);
  }
  for (const property of object.properties ?? []) {
    if (property.type === 'SpreadElement') describeProperties(schema, property.argument, module);
    if (property.type !== 'Property') continue;
    const node = schema.properties?.[property.key.name ?? property.key.value];
    if (!node) continue;
    const shared = describeNode(node, property.value, module);
    const description = module.commentBefore(property.start) ?? shared;
    if (description) node.description = description;
  }
}

/** `{…} satisfies Type` has the properties inside. */
const withoutType = (expression) => (expression.type === 'TSSatisfiesExpression' ? expression.expression : expression);

/** The text of the doc comment right before a position, without the ids of requirements. */
function commentBefore(text, comments, start) {
  const comment = comments.findLast(({ end }) => end <= start);
  if (!comment?.value.startsWith('*') || text.slice(comment.end, start).trim() !== '') return undefined;
  return comment.value
    .replace(/^\*/, '')
    .replace(/\n\s*\*/g, ' ')
    .replace(/\s*\((?:(?:[A-Z]+-[A-Z]*\d+|PROTOCOLS \d+)(?:, | to | and )?)+\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
