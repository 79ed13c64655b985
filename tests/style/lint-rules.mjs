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

/** A rule that is disabled without a reason stays disabled forever. */
const reasonedSuppression = {
  meta: { type: 'suggestion', schema: [], messages: { reason: 'Say why: "-- <reason>" behind the suppression.' } },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (SUPPRESSION.test(comment.value) && !SUPPRESSION_WITH_REASON.test(comment.value))
            context.report({ loc: comment.loc, messageId: 'reason' });
        }
      },
    };
  },
};

const FUNCTION = /Function/;

/** React runs an effect some time after the page has appeared: a link pressed in between would be undone. */
const navigateAtOnce = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { late: 'Navigate in a layout effect: a link that is pressed before an effect runs would be undone.' },
  },
  create(context) {
    return {
      "CallExpression[callee.name='navigate']"(node) {
        let around = node.parent;
        while (around !== null && !FUNCTION.test(around.type)) around = around.parent;
        if (around?.parent?.type === 'CallExpression' && around.parent.callee.name === 'useEffect')
          context.report({ node, messageId: 'late' });
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

export default {
  meta: { name: 'perch' },
  rules: {
    'alias-across-layers': aliasAcrossLayers,
    'explicit-extension': explicitExtension,
    'given-moment': givenMoment,
    'navigate-at-once': navigateAtOnce,
    'no-barrel': noBarrel,
    'reasoned-suppression': reasonedSuppression,
    'standing-rules': standingRules,
  },
};
