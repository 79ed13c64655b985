/**
 * Who may import whom: the table of the architecture, one rule per line of it. `tests/style/imports.long.test.ts`
 * plants a violation of every rule and proves that it is caught, so a rule that is added here needs its line there.
 */

/** Scripts that run before anything is installed; what they import later, once it is, they import by a call. */
const BEFORE_THE_INSTALL = '^(tests/run|(fixtures|server/entry/launch|tests/(browser|provision))/.+)\\.mjs$';
const CHART = ['^machines/$1/', '^machines/(challenge|chart|confirmation)/', '^money/', '^openapi/'];

/** No two folders below a top folder need each other, be it by way of others. */
const standsInStoreys = (what, top, comment) => ({
  name: `rooms-of-the-${what}-stand-above-each-other`,
  ...(comment === undefined ? {} : { comment }),
  severity: 'error',
  scope: 'folder',
  from: { path: `^${top}/` },
  to: { path: `^${top}/`, circular: true },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one thing in two places.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'charts-are-alone',
      comment:
        'A chart imports xstate, its own folder, the challenge, the confirmation, money and types of the contract.',
      severity: 'error',
      from: { path: '^machines/([^/]+)/', pathNot: '^machines/graph/' },
      to: { pathNot: [...CHART, 'node_modules/xstate/'] },
    },
    {
      name: 'graph-tools-stay-in-machines',
      comment: 'Exploring and planning work on any chart, so they know none, and no side of the product.',
      severity: 'error',
      from: { path: '^machines/graph/' },
      to: { path: ['^(src|server|locales|tests)/', '^machines/(?!graph/|chart/)'] },
    },
    {
      name: 'client-leaves-know-no-product',
      comment:
        'The API client, the texts and the controls know no flow, no page and no chart. Only the words that all charts share for what an answer says are theirs as well: a problem, the terms of a code, a duration.',
      severity: 'error',
      from: { path: '^src/(api|i18n|ui)/' },
      to: {
        path: [
          '^machines/(?!chart/(?:problem|code-terms|durations)\\.ts$)',
          '^src/(?!(?:api|i18n|lean|styles|ui)/|(?:choice-cookies|paths)\\.ts$)',
          '^server/',
        ],
      },
    },
    {
      name: 'client-leaves-know-not-each-other',
      comment: 'The controls may speak (i18n); otherwise the three are independent.',
      severity: 'error',
      from: { path: '^src/(api|i18n|ui)/' },
      to: { path: '^src/(api|i18n|ui)/', pathNot: ['^src/$1/', '^src/i18n/'] },
    },
    {
      name: 'flows-know-no-page',
      comment: 'A page may open a flow or show one; what a flow needs of a page belongs to a room below both.',
      severity: 'error',
      from: { path: '^src/flows?/' },
      to: { path: '^src/(app|pages|shell)/' },
    },
    {
      name: 'flows-are-apart',
      comment:
        'Each flow can be understood, changed and removed by itself; what moves money is confirmed in one step that all share.',
      severity: 'error',
      from: { path: '^src/flows/([^/]+)/' },
      to: { path: '^src/flows/', pathNot: ['^src/flows/$1/', '^src/flows/confirmation/'] },
    },
    {
      name: 'flows-use-their-own-chart',
      severity: 'error',
      from: { path: '^src/flows/([^/]+)/' },
      to: { path: '^machines/', pathNot: ['^machines/$1/', '^machines/(challenge|chart|confirmation)/'] },
    },
    standsInStoreys(
      'client',
      'src',
      'From the entry down to the controls: what two rooms need of each other belongs to a room below both.',
    ),
    {
      name: 'beside-the-rooms-of-the-client-are-leaves',
      comment:
        'A file beside the rooms is in no room, so the rule above does not see it: it starts the app, or it imports nothing.',
      severity: 'error',
      from: { path: '^src/(?!main\\.tsx)[^/]+$' },
      to: { path: '^src/' },
    },
    {
      name: 'nobody-needs-the-entry-of-the-client',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.tsx$' },
    },
    {
      name: 'client-knows-no-server',
      comment: 'The contract stands between them.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: ['^server/', '^tests/'] },
    },
    {
      name: 'operations-are-apart',
      comment: 'What two operations share belongs to the domain.',
      severity: 'error',
      from: { path: '^server/entry/operations/([^/]+)$' },
      to: { path: '^server/entry/operations/', pathNot: '^server/entry/operations/handler\\.ts$' },
    },
    {
      name: 'ledger-knows-only-the-database',
      severity: 'error',
      from: { path: '^server/domain/ledger/' },
      to: {
        pathNot: [
          '^server/(domain/ledger|platform/db)/',
          '^money/',
          'node_modules/(kysely|pg|pg-types)/',
          '^node:',
          '^[a-z_/]+$',
        ],
      },
    },
    {
      name: 'platform-knows-no-club',
      comment:
        'The lowest storey of the server: database, contract, mail, secrets, clock. It imports nothing of the club; what it has of it are lists: tables, kinds of mail, codes of problems (server/README.md).',
      severity: 'error',
      from: { path: '^server/platform/' },
      to: { path: '^server/(domain|entry)/' },
    },
    {
      name: 'domain-knows-no-entry',
      comment: 'The storey of the club: what holds however the world comes in.',
      severity: 'error',
      from: { path: '^server/domain/' },
      to: { path: '^server/entry/' },
    },
    standsInStoreys(
      'server',
      'server',
      'Two rooms that need each other, be it by way of others, are one room in two places.',
    ),
    standsInStoreys('walker', 'walk', 'What all levels of a walk share lies below them.'),
    standsInStoreys('atlas', 'atlas', 'A diagram is drawn without the views around it.'),
    standsInStoreys('machines', 'machines', 'A flow may run inside another one, never each inside the other.'),
    {
      name: 'server-knows-only-lifecycles',
      comment: "Of the machines the server executes the lifecycles of records; the flows are the client's.",
      severity: 'error',
      from: { path: '^server/' },
      to: { path: ['^machines/(?!lifecycles/)', '^src/', '^tests/'] },
    },
    {
      name: 'contract-imports-nothing',
      severity: 'error',
      from: { path: '^(openapi|locales)/' },
      to: { path: '^(machines|money|src|server|tests)/' },
    },
    {
      name: 'nobody-needs-the-atlas',
      comment: 'The atlas looks at the product; the product, the graph tools and the walker do without it.',
      severity: 'error',
      from: { path: '^(machines|money|src|server|openapi|locales|walk)/' },
      to: { path: '^atlas/' },
    },
    {
      name: 'nobody-needs-the-walker',
      comment: 'It walks the product; the product does without it.',
      severity: 'error',
      from: { path: '^(machines|money|src|server|openapi|locales)/' },
      to: { path: '^walk/' },
    },
    {
      name: 'walker-knows-no-test',
      comment: 'The walker is a product for testers: what it shares with the tests is in fixtures/, below both.',
      severity: 'error',
      from: { path: '^walk/' },
      to: { path: '^tests/' },
    },
    {
      name: 'fixtures-know-only-the-server',
      comment: 'They are what walks and tests take place in: the club, with its server, and a browser to look at it.',
      severity: 'error',
      from: { path: '^fixtures/' },
      to: { path: '^(atlas|locales|machines|src|tests|walk)/' },
    },
    {
      name: 'nobody-but-walks-and-tests-needs-the-fixtures',
      severity: 'error',
      from: { path: '^(machines|money|src|server|openapi|locales|atlas)/' },
      to: { path: '^fixtures/' },
    },
    standsInStoreys('fixtures', 'fixtures'),
    {
      name: 'before-the-install-there-is-only-node',
      comment: '`npm start` and `npm test` install what is missing, so what they begin with may need none of it.',
      severity: 'error',
      from: { path: BEFORE_THE_INSTALL },
      to: { pathNot: [BEFORE_THE_INSTALL, '^node:', '^[a-z_/]+$'], dynamic: false },
    },
    {
      name: 'atlas-knows-no-side-of-the-product',
      comment:
        'It is made from machines, money, contract and texts, and from the paths, documents and sentences that the walker makes of them.',
      severity: 'error',
      from: { path: '^atlas/' },
      to: {
        path: [
          '^(src|server|tests)/',
          '^walk/(?!(paths|documents|script/languages)/|script/(arrange|titles)\\.ts$|browser/pictures\\.ts$)',
        ],
      },
    },
    {
      name: 'atlas-site-stands-alone',
      comment: "What runs in the reader's browser knows neither the walker nor anything of Node.",
      severity: 'error',
      from: { path: '^atlas/(app|model|diagram)/' },
      to: { path: ['^tests/', '^walk/', '^atlas/build/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'money-imports-nothing',
      comment: 'Amounts mean the same in a chart, on a screen and in the books, so they depend on none of them.',
      severity: 'error',
      from: { path: '^money/' },
      to: { pathNot: '^money/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
