import type { Plugin } from 'vite';

interface Cut {
  /** The file of the package, by the end of its folder and the beginning of its name. */
  readonly file: RegExp;
  /** What is taken out or replaced, as it is written there. */
  readonly texts: readonly Text[];
}

/** A text and what stands in its place, or a text that is taken out with all that follows it up to another one. */
type Text = readonly [from: string, to: string] | { readonly from: string; readonly upTo: string };

/**
 * What the first page would load of packages and no page ever runs. The bundler can't see that by itself: it keeps a
 * component that a call without a mark of purity makes, and what an option names that is never given.
 */
const CUTS: readonly Cut[] = [
  {
    // Links that prefetch and forms, both of the framework mode; and a link that knows whether it is current.
    file: /\/react-router\/dist\/\w+\/chunk-\w+\.mjs$/,
    texts: [
      ['Link.displayName = "Link";', 'Link.displayName = "Link";\nvar NavLink, Form;'],
      { from: 'var NavLink = React10.forwardRef(', upTo: 'function ScrollRestoration({' },
      [
        'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(\n      prefetch,\n      rest\n    );',
        'let prefetchRef = null, prefetchHandlers = {};',
      ],
      [
        'return shouldPrefetch && !isAbsolute ? /* @__PURE__ */ React10.createElement(React10.Fragment, null, link, /* @__PURE__ */ React10.createElement(PrefetchPageLinks, { page: href })) : link;',
        'return link;',
      ],
      // Errors of data routers: the app has its own boundary around its pages.
      {
        from: 'return dataRouterState && (match.route.ErrorBoundary',
        upTo: 'getChildren();\n    },\n    null\n  );',
      },
      ['getChildren();\n    },\n    null\n  );', 'return getChildren();\n    },\n    null\n  );'],
    ],
  },
  {
    // Copies of an instance, what is filled in later, directions of writing, keys that are missing, and hints at what a
    // later version refuses. Texts that name others, formats in texts, lists of texts, and what is done to a text
    // afterwards: no catalogue and no call has one, as tests/locales/locales.test.ts proves.
    file: /\/i18next\/dist\/esm\/i18next\.js$/,
    texts: [
      ['        formatter = Formatter;', '        formatter = null;'],
      { from: '      let nestBef;\n', upTo: '      let data = opt.replace' },
      { from: '      if (skipOnVariables) {\n        const na', upTo: '      if (!opt.lng && resolved' },
      { from: '      if (opt.nest !== false) res = ', upTo: '      if (opt.interpolation) this.interpolator.reset();' },
      { from: '    const postProcess = opt.postProcess', upTo: '    return res;\n  }\n  resolve(keys' },
      { from: '  nest(str, fc, options = {}) {\n', upTo: '}\n\nconst parseFormatStr' },
      { from: '    if (!this.escapeValue && typeof str ', upTo: '    const missingInterpolationHandler' },
      {
        from: '      if (keySeparator) {\n        const resTypeIsArray',
        upTo: '    } else if (handleAsObjectInI18nFormat &&',
      },
      {
        from: '        if (keySeparator) {\n          const fk',
        upTo: '      }\n      res = this.extendTranslation(res, keys, opt, resolved, lastKey);\n      if (usedKey',
      },
      { from: '  dir(lng) {\n', upTo: '  static createInstance(' },
      { from: '  cloneInstance(options', upTo: '}\nconst instance = I18n.createInstance();' },
      { from: '  hydrate(resources, lng) {\n', upTo: '  setResolvedLanguage(l) {\n' },
      { from: '  saveMissing(languages, namespace, key', upTo: '}\n\nconst get = ' },
      { from: '    if (this.backend && this.callbackApi === undefined && (', upTo: '  }\n  queueLoad(languages' },
      { from: '      if (l && this.logger.debug && !isSafe', upTo: '      if (l) {\n        if (!this.language) {' },
    ],
  },
  {
    // Lists of fields.
    file: /\/formik\/dist\/formik\.esm\.js$/,
    texts: [['FieldArrayInner.defaultProps = {\n  validateOnChange: true\n};', '']],
  },
  {
    // Parameters that are lists or objects; src/api/client.ts writes the query, and no middleware changes a call or a
    // failure. The contract has no method but GET and POST.
    file: /\/openapi-fetch\/dist\/index\.mjs$/,
    texts: [
      [
        'let querySerializer = typeof globalQuerySerializer === "function" ? globalQuerySerializer : createQuerySerializer(globalQuerySerializer);',
        'const querySerializer = globalQuerySerializer;',
      ],
      [
        `    if (requestQuerySerializer) {
      querySerializer = typeof requestQuerySerializer === "function" ? requestQuerySerializer : createQuerySerializer({
        ...typeof globalQuerySerializer === "object" ? globalQuerySerializer : {},
        ...requestQuerySerializer
      });
    }
`,
        '',
      ],
      [
        `    if (Array.isArray(value)) {
      nextURL = nextURL.replace(match, serializeArrayParam(name, value, { style, explode }));
      continue;
    }
    if (typeof value === "object") {
      nextURL = nextURL.replace(match, serializeObjectParam(name, value, { style, explode }));
      continue;
    }
    if (style === "matrix") {
      nextURL = nextURL.replace(match, \`;\${serializePrimitiveParam(name, value)}\`);
      continue;
    }
`,
        '',
      ],
      {
        from: '          if (result) {\n            if (result instanceof Request)',
        upTo: '        }\n      }\n    }\n    if (!response) {',
      },
      { from: '        let errorAfterMiddleware = error2;', upTo: '        if (errorAfterMiddleware) {' },
      [
        '        if (errorAfterMiddleware) {\n          throw errorAfterMiddleware;\n        }',
        '        throw error2;',
      ],
      { from: '    PUT(url, init) {', upTo: '    /** Call a POST endpoint */' },
      { from: '    DELETE(url, init) {', upTo: '    /** Register middleware */' },
    ],
  },
];

/** The code without the text; null if it isn't there. */
function withoutText(code: string, text: Text): string | null {
  const from = code.indexOf('from' in text ? text.from : text[0]);
  if (from < 0) return null;
  if (!('from' in text)) return code.slice(0, from) + text[1] + code.slice(from + text[0].length);
  const end = code.indexOf(text.upTo, from);
  return end < 0 ? null : code.slice(0, from) + code.slice(end);
}

/** The code of a package's file without what is taken out of it; `onCut` is called with each text that was there. */
export function cut(code: string, file: string, onCut: (text: Text) => void = () => undefined): string {
  const texts = CUTS.find((each) => each.file.test(file))?.texts ?? [];
  return texts.reduce((before, text) => {
    const after = withoutText(before, text);
    if (after !== null) onCut(text);
    return after ?? before;
  }, code);
}

/** Takes it out of the client's build; a version of a package that is written in another way fails the build. */
export function leanCuts(): Plugin {
  const left = new Set(CUTS.flatMap(({ texts }) => texts));
  return {
    name: 'perch:lean-cuts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: CUTS.map(({ file }) => file) },
      handler: (code, id) => cut(code, id, (text) => left.delete(text)),
    },
    buildEnd() {
      const [text] = left;
      if (text === undefined) return;
      this.error(`No package says ${'from' in text ? text.from : text[0]} any more; see src/lean/cuts.plugin.ts.`);
    },
  };
}
