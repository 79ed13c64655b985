import ts from 'typescript';

/** ESLint rules of this project's own: what its style asks for and no published rule checks. */

const LAYERS = ['machines', 'src', 'server', 'openapi', 'locales', 'tests', 'money', 'atlas'];

/** The layer that a path below the repository lies in, or `null`. */
function layerOf(path) {
  const first = path.replace(/^\/+/, '').split('/')[0];
  return LAYERS.includes(first) ? first : null;
}

function onImports(check) {
  const visit = (node) => {
    if (typeof node.source?.value === 'string') check(node.source);
  };
  return { ImportDeclaration: visit, ExportNamedDeclaration: visit, ExportAllDeclaration: visit, ImportExpression: visit };
}

/** From one top folder into another the path is an alias, so that it is the same from everywhere and moves with a search. */
const aliasAcrossLayers = {
  meta: { type: 'suggestion', schema: [], messages: { alias: 'From {{from}}/ into {{to}}/ the import is written #{{to}}/….' } },
  create(context) {
    const file = context.filename.slice(context.cwd.length);
    const from = layerOf(file);
    return onImports((source) => {
      if (from === null || !source.value.startsWith('.')) return;
      const to = layerOf(new URL(source.value, `file://${file}`).pathname);
      if (to !== null && to !== from) context.report({ node: source, messageId: 'alias', data: { from, to } });
    });
  },
};

/** Node, Vite and the compiler agree only on a path that names the whole file. */
const explicitExtension = {
  meta: { type: 'suggestion', schema: [], messages: { extension: 'Write the file with its extension: {{path}}.ts' } },
  create(context) {
    return onImports((source) => {
      const path = source.value.replace(/\?.*$/, '');
      if (!/^[.#]/.test(path) || /\.[a-z]+$/.test(path)) return;
      context.report({ node: source, messageId: 'extension', data: { path } });
    });
  },
};

const SUPPRESSION = /^\s*(eslint-disable|@ts-expect-error|@ts-ignore|@ts-nocheck)/;
const SUPPRESSION_WITH_REASON = /--\s*\S.{9,}|@ts-expect-error[:\s]\s*\S.{9,}/;

/** A rule that is switched off without a reason stays off for ever. */
const reasonedSuppression = {
  meta: { type: 'suggestion', schema: [], messages: { reason: 'Say why: "-- <reason>" behind the suppression.' } },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (SUPPRESSION.test(comment.value) && !SUPPRESSION_WITH_REASON.test(comment.value)) context.report({ loc: comment.loc, messageId: 'reason' });
        }
      },
    };
  },
};

const FLOAT_MAKERS = new Set(['Number', 'parseFloat', 'parseInt']);
const FLOAT_METHODS = new Set(['toFixed', 'toPrecision', 'toExponential', 'toLocaleString', 'parseFloat', 'parseInt']);
const ON_NUMBERS = new Set(['+', '-', '*', '/', '%', '**', '<', '<=', '>', '>=', '+=', '-=', '*=', '/=', '%=', '**=']);

/**
 * Where amounts are worked with, nothing turns one into a binary float, and no operator of numbers touches a text: `a + b` would
 * join two amounts and `a < b` compare them by letters, and the compiler lets both pass.
 */
const exactAmounts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      float: 'Amounts are exact: {{what}} makes a binary float of one. Use the functions of #money/amount.ts.',
      text: 'The operator {{what}} on a text: amounts are added and compared by the functions of #money/amount.ts, texts are joined by a template.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const isText = (node) => isOfText(services.getTypeAtLocation(node));
    const operators = (node) => {
      if (ON_NUMBERS.has(node.operator) && (isText(node.left) || isText(node.right))) context.report({ node, messageId: 'text', data: { what: node.operator } });
    };
    const float = (node, what) => context.report({ node, messageId: 'float', data: { what } });
    return {
      CallExpression({ callee }) {
        if (callee.type === 'Identifier' && FLOAT_MAKERS.has(callee.name)) float(callee, callee.name);
      },
      MemberExpression(node) {
        if (node.object.name === 'Math') float(node, 'Math');
        else if (!node.computed && FLOAT_METHODS.has(node.property.name)) float(node, node.property.name);
      },
      Literal(node) {
        if (typeof node.value === 'number' && !Number.isInteger(node.value)) float(node, node.raw);
      },
      UnaryExpression(node) {
        if (node.operator === '+' || (node.operator === '-' && isText(node.argument))) float(node, node.operator);
      },
      BinaryExpression: operators,
      AssignmentExpression: operators,
    };
  },
};

function isOfText(type) {
  return type.isUnion() ? type.types.some(isOfText) : (type.flags & ts.TypeFlags.StringLike) !== 0;
}

export const perchRules = {
  rules: {
    'alias-across-layers': aliasAcrossLayers,
    'exact-amounts': exactAmounts,
    'explicit-extension': explicitExtension,
    'reasoned-suppression': reasonedSuppression,
  },
};
