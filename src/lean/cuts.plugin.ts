import type { Plugin } from 'vite';

interface Cut {
  /** The file of the package, by the end of its folder and the beginning of its name. */
  readonly file: RegExp;
  /** What is taken out or replaced, as it is written there. */
  readonly texts: readonly (readonly [from: string, to: string])[];
}

/**
 * What the first page would load of packages and no page ever runs. The bundler can't see that by itself: it keeps a
 * component that a call without a mark of purity makes, and what an option names that is never given.
 */
const CUTS: readonly Cut[] = [
  {
    // Links that prefetch and forms, both of the framework mode; and a link that knows whether it is current.
    file: /\/react-router\/dist\/\w+\/chunk-\w+\.mjs$/,
    texts: [
      ['var NavLink = React10.forwardRef(', 'var NavLink = /* @__PURE__ */ React10.forwardRef('],
      ['var Form = React10.forwardRef(', 'var Form = /* @__PURE__ */ React10.forwardRef('],
      [
        'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(\n      prefetch,\n      rest\n    );',
        'let prefetchRef = null, prefetchHandlers = {};',
      ],
      [
        'return shouldPrefetch && !isAbsolute ? /* @__PURE__ */ React10.createElement(React10.Fragment, null, link, /* @__PURE__ */ React10.createElement(PrefetchPageLinks, { page: href })) : link;',
        'return link;',
      ],
    ],
  },
  {
    // Lists of fields.
    file: /\/formik\/dist\/formik\.esm\.js$/,
    texts: [['FieldArrayInner.defaultProps = {\n  validateOnChange: true\n};', '']],
  },
  {
    // Parameters that are lists or objects; src/api/client.ts writes the query.
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
    ],
  },
];

/** Takes it out of the client's build; a version of a package that is written in another way fails the build. */
export function leanCuts(): Plugin {
  const missing = new Set(CUTS.flatMap(({ texts }) => texts));
  return {
    name: 'perch:lean-cuts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: CUTS.map(({ file }) => file) },
      handler(code, id) {
        const cuts = CUTS.find(({ file }) => file.test(id))?.texts.filter(([from]) => code.includes(from)) ?? [];
        cuts.forEach((cut) => missing.delete(cut));
        return cuts.length === 0 ? null : { code: cuts.reduce((left, [from, to]) => left.replace(from, () => to), code) };
      },
    },
    buildEnd() {
      const [cut] = missing;
      if (cut !== undefined) this.error(`No package says ${cut[0]} any more; see src/lean/cuts.plugin.ts.`);
    },
  };
}
