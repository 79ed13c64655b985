/** The module graph, as the bundler shows it. */
interface Graph {
  getModuleInfo(id: string): Node | null;
}

interface Node {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
  readonly isEntry: boolean;
}

/** Changes only with its packages: kept apart, it stays in a visitor's cache over a release. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|xstate|@xstate|use-sync-external-store|formik)\//;

/** Areas of texts that pages of members need together with others: one file for each of these. */
const TOGETHER = [
  [
    'money',
    'dashboard',
    'wallet',
    'history',
    'receipt',
    'staking',
    'requests',
    'mail-code',
    'challenge',
    'confirmation',
  ],
  ['account', 'security', 'password-change', 'email-verification'],
  ['not-found', 'maintenance', 'passkey-sign-in'],
  ['forgot', 'username-recovery', 'password-recovery'],
];

/** The name of the file with the texts of an area, if it is shared with other areas. */
export function textsFile(id: string): string | null {
  const [, culture = '', area = ''] = /\blocales\/([^/]+)\/([^/]+)\.json$/.exec(id) ?? [];
  const [first] = TOGETHER.find((areas) => areas.includes(area)) ?? [];
  return first === undefined ? null : `texts.${culture}.${first}`;
}

const [MAIN, SIGN_IN, FORM] = ['/src/main.tsx', '/src/flows/sign-in/sign-in.route.tsx', '/src/ui/form.tsx'];
/** What every page of members runs, though the last of them only once the page is there. */
const FRAME = ['/src/app/member-area.tsx', '/src/frames/member-frame.tsx', '/src/reads/follow-member.ts'];
const PAGE = /\.(page|route)\.tsx$/;

/** Pages that share much which no other page has: one file for each of these. */
const BESIDE = {
  account: ['account', 'security'],
  contents: ['content', 'faq', 'news', 'news-list'],
  history: ['history', 'statements', 'asset'],
} as const;
/** Pages with no more than a few plain fields, for which all else that forms share would be loaded in vain. */
const PLAIN = ['account', 'security', 'statements', 'organization', 'organization-chart'];
/** What few forms have: a new password, and how strong it is. */
const PASSWORD = /\/src\/ui\/(new-password-field\.tsx|password-strength\.ts)$/;

/** The shared files, the most widely needed first: a file includes what its modules import. */
const SHARED = ['framework', 'app', 'member', 'flow', 'password', 'account', 'contents', 'history', 'texts'] as const;

/** How the bundler is to group modules. */
export const CHUNKS = SHARED.map((group, place) => ({
  debugName: group,
  priority: SHARED.length - place,
  name: (id: string, graph: Graph) => {
    const name = chunkOf(id, graph);
    return name?.split('.', 1)[0] === group ? name : null;
  },
}));

/**
 * The file that a module is in; null if that of its page. A request costs more than the few kilobytes of a part that a
 * page does not use, so what pages share is in few files: `app` of all, with what /Signin shares with others; `member`
 * of the pages of members, `flow` of those with a form, and one of a few pages that are alike.
 */
function chunkOf(id: string, graph: Graph): string | null {
  if (FRAMEWORK.test(id)) return 'framework';
  const texts = textsFile(id);
  if (texts !== null) return texts;
  if (PASSWORD.test(id)) return 'password';
  const loaders = loadersOf(id, graph);
  const isLoadedBy = (name: string) => loaders.some((loader) => loader.endsWith(name));
  if (isLoadedBy(MAIN)) return 'app';
  if (isLoadedBy(SIGN_IN)) return loaders.length > 1 ? 'app' : null;
  if (FRAME.some(isLoadedBy)) return 'member';
  const pages = loaders.filter((loader) => PAGE.test(loader));
  const [only] = pages;
  // What one page shares with a late part of another would be one more file of that page.
  if (only !== undefined && pages.length < 2 && isInPartOfOther(loaders, only) && needsForm(only, graph)) return 'flow';
  if (pages.length < 2) return null;
  for (const [name, alike] of Object.entries(BESIDE)) if (pages.every((page) => isOneOf(page, alike))) return name;
  return pages.every((page) => needsForm(page, graph)) ? 'flow' : 'member';
}

/** Whether one of those that load a module is a part of another page, which is loaded when it is wanted. */
function isInPartOfOther(loaders: readonly string[], page: string): boolean {
  const folder = page.slice(0, page.lastIndexOf('/') + 1);
  return loaders.some((loader) => loader.includes('/src/pages/') && !loader.startsWith(folder));
}

const isOneOf = (page: string, names: readonly string[]): boolean =>
  names.some((name) => page.endsWith(`/${name}.page.tsx`));

/** The entries, and the modules that are loaded when they are needed, that cannot run without this one. */
function loadersOf(id: string, graph: Graph): string[] {
  const seen = new Set([id]);
  for (const each of seen) graph.getModuleInfo(each)?.importers.forEach((importer) => seen.add(importer));
  return [...seen].filter((each) => {
    const node = graph.getModuleInfo(each);
    return node !== null && (node.isEntry || node.dynamicImporters.length > 0);
  });
}

const needing = new WeakMap<Graph, ReadonlySet<string>>();

function needsForm(page: string, graph: Graph): boolean {
  const root = page.slice(0, page.lastIndexOf('/src/'));
  let pages = needing.get(graph);
  if (pages === undefined) {
    pages = new Set(loadersOf(root + FORM, graph).filter((each) => !isOneOf(each, PLAIN)));
    needing.set(graph, pages);
  }
  return pages.has(page);
}
