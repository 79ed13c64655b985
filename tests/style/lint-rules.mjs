/**
 * This project's own lint rules: requirements of its style that no published rule checks. Oxlint calls them as ESLint
 * would.
 */

const LAYERS = ['machines', 'src', 'server', 'openapi', 'locales', 'tests', 'money', 'atlas', 'walk', 'fixtures'];

/** The layer of a path below the repository, or `null`. */
function layerOf(path) {
  const first = path.replace(/^\/+/, '').split('/')[0];
  return LAYERS.includes(first) ? first : null;
}

function onImports(check) {
  const visit = (node) => {
    if (typeof node.source?.value === 'string') check(node.source);
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
  };
}

/**
 * From one top folder to another the path is an alias, so that it is the same from everywhere and moves with a search.
 */
const aliasAcrossLayers = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { alias: 'From {{from}}/ into {{to}}/ the import is written #{{to}}/….' },
  },
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

/** Node, Vite and the compiler agree only on a path with the complete file name. */
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

const SUPPRESSION = /^\s*((?:eslint|oxlint)-disable|@ts-expect-error|@ts-ignore|@ts-nocheck)/;
const SUPPRESSION_WITH_REASON = /--\s*\S.{9,}|@ts-expect-error[:\s]\s*\S.{9,}/;

/** Whether a comment disables the rule of an effect's dependencies, by its name in either linter, or every rule. */
function hidesDependencies(comment) {
  const [directive] = comment.split(/\s--/);
  const [, rules] = /^\s*(?:eslint|oxlint)-disable(?:-next-line|-line)?\b([^]*)$/.exec(directive) ?? [];
  return rules !== undefined && (rules.trim() === '' || /\bexhaustive-deps\b/.test(rules));
}

/**
 * A rule that is disabled without a reason stays disabled forever. No reason is good enough for an effect that hides
 * what it depends on: what must not run it again is read by an effect event.
 */
const reasonedSuppression = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      reason: 'Say why: "-- <reason>" behind the suppression.',
      dependencies: 'Name every dependency; what must not run the effect again is read by a useEffectEvent.',
    },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!SUPPRESSION.test(comment.value)) continue;
          if (hidesDependencies(comment.value)) context.report({ loc: comment.loc, messageId: 'dependencies' });
          else if (!SUPPRESSION_WITH_REASON.test(comment.value))
            context.report({ loc: comment.loc, messageId: 'reason' });
        }
      },
    };
  },
};

const FUNCTION = /Function/;

/** The call that a node's function is an argument of, or null. */
function callAround(node) {
  let around = node.parent;
  while (around !== null && !FUNCTION.test(around.type)) around = around.parent;
  return around?.parent?.type === 'CallExpression' ? around.parent : null;
}

/** React runs an effect some time after the page has appeared: a link pressed in between would be undone. */
const navigateAtOnce = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { late: 'Navigate in a layout effect: a link that is pressed before an effect runs would be undone.' },
  },
  create(context) {
    const navigating = new Map();
    const called = new Set();
    return {
      "CallExpression[callee.name='navigate']"(node) {
        const call = callAround(node);
        if (call?.callee.name === 'useEffect') context.report({ node, messageId: 'late' });
        if (call?.callee.name === 'useEffectEvent') navigating.set(call.parent.id?.name, node);
      },
      'CallExpression[callee.type="Identifier"]'(node) {
        if (callAround(node)?.callee.name === 'useEffect') called.add(node.callee.name);
      },
      'Program:exit'() {
        for (const [name, node] of navigating) if (called.has(name)) context.report({ node, messageId: 'late' });
      },
    };
  },
};

/** A rule that reports whatever a selector finds. */
function forbid(selector, message) {
  return {
    meta: { type: 'suggestion', schema: [], messages: { forbidden: message } },
    create: (context) => ({ [selector]: (node) => context.report({ node, messageId: 'forbidden' }) }),
  };
}

const noBarrel = forbid(
  'ExportAllDeclaration, ExportNamedDeclaration[source]',
  'No barrels: import a thing from the file that it is written in.',
);
const givenMoment = forbid(
  "NewExpression[callee.name='Date'][arguments.length=0]",
  'The moment comes in through input or an event.',
);
const standingRules = forbid(
  "CallExpression[callee.property.name='selectFrom'][arguments.0.value='rules']",
  'A version that was taken back never held: begin with standingRules (server/domain/rules/rules.ts).',
);

/** A replacement that is written out, or made by a function that is. */
const WRITTEN_REPLACEMENT = ['Literal', 'ArrowFunctionExpression', 'FunctionExpression', 'TaggedTemplateExpression'];

/** In a replacement that is a text, `$&` and `$'` mean what was found: a value that has them would write it again. */
const functionReplacement = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { text: 'Replace with a function, () => …: in a text that is not written out, `$` may mean something.' },
  },
  create(context) {
    return {
      'CallExpression[callee.property.name=/^replace(All)?$/][arguments.length=2]'(node) {
        const [, by] = node.arguments;
        if (WRITTEN_REPLACEMENT.includes(by.type)) return;
        // The other replace() of the app takes where to go and how: history, and the navigation of a router.
        if (by.type === 'ObjectExpression' || (by.type === 'TemplateLiteral' && by.expressions.length === 0)) return;
        context.report({ node: by, messageId: 'text' });
      },
    };
  },
};

export default {
  meta: { name: 'perch' },
  rules: {
    'alias-across-layers': aliasAcrossLayers,
    'explicit-extension': explicitExtension,
    'function-replacement': functionReplacement,
    'given-moment': givenMoment,
    'navigate-at-once': navigateAtOnce,
    'no-barrel': noBarrel,
    'reasoned-suppression': reasonedSuppression,
    'standing-rules': standingRules,
  },
};
