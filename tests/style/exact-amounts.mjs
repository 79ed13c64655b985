import ts from 'typescript';

const FLOAT_MAKERS = new Set(['Number', 'parseFloat', 'parseInt']);
const FLOAT_METHODS = new Set(['toFixed', 'toPrecision', 'toExponential', 'toLocaleString', 'parseFloat', 'parseInt']);
const ON_NUMBERS = new Set(['+', '-', '*', '/', '%', '**', '<', '<=', '>', '>=', '+=', '-=', '*=', '/=', '%=', '**=']);

/**
 * In code that works with amounts, nothing converts one to a binary float, and no numeric operator is applied to a
 * string: `a + b` would join two amounts and `a < b` compare them as strings, and the compiler allows both.
 */
export const exactAmounts = {
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
      if (ON_NUMBERS.has(node.operator) && (isText(node.left) || isText(node.right)))
        context.report({ node, messageId: 'text', data: { what: node.operator } });
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
