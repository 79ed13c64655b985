import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { contents } from '#tests/style/repository.ts';

/**
 * What the source names and the app could leave unused: the items that the browser stores (SRC §3) and the calls
 * (SRC §7). Each of them is used, or the decision says why not.
 */

const LEFT_OUT = 'what-the-source-names-and-the-app-leaves-out.md';
const [decision = ''] = [...contents].flatMap(([file, content]) =>
  file.startsWith('docs/decisions/') && file.endsWith(LEFT_OUT) ? [content] : [],
);

/** The items of SRC §3, in its order, and how the app calls them; null if it stores none. */
const NAMED: Readonly<Record<string, string | null>> = {
  'access token': 'accessToken',
  'expiry time': 'expiresAt',
  'refresh token': 'refreshToken',
  language: 'language',
  'active market': 'activeMarket',
  'API URL override': 'apiUrl',
  'chat hub URL override': 'chatHubUrl',
  'cached user info': 'userInfo',
  'login user': 'loginUser',
  'local database versions': null,
  'login local key': null,
  'login recall data': 'loginRecall',
  'deposit asset name': 'depositAssetName',
  'market name': 'marketName',
  'transfer asset name': 'transferAssetName',
  'withdrawal asset name': 'withdrawalAssetName',
  'authentication-token header name': null,
  'change email': null,
};

/** Items that people write by hand, in the tools of their browser (SRC §9). */
const BY_HAND = ['apiUrl', 'chatHubUrl'];

/** Operations that are served as the source lists them and that the app doesn't call. */
const UNCALLED = ['getChildren', 'getSeatMember', 'sendEmailVerificationCode', 'verifyEmail'];

/** The code of the app, by file. */
const app = new Map([...contents].filter(([file]) => /^src\/.*\.tsx?$/.test(file)));

/** The members of the interface of stored items. */
function declaredIn(module: string): readonly string[] {
  const [, members = ''] = /^export interface StoredItems \{\n([^]*?)^\}/m.exec(module) ?? [];
  return [...members.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name);
}

/**
 * Which of the items the code never writes and which it never reads: in the storage, the keeper of the theme, or as a
 * part of the page, whose second half sets it.
 */
function unusedIn(items: readonly string[], code: string): readonly string[] {
  const isDone = (act: 'get' | 'set', item: string) => {
    const parts = act === 'set' ? String.raw`\[\w+, \w+\]` : String.raw`\[\w+[^\]]*\]`;
    const uses = [
      String.raw`\b(?:storage|keeper)\.${act}\(\s*'${item}'`,
      String.raw`${parts} = useDeviceItem\('${item}'`,
      String.raw`\b${act}Item\(keyOf\('${item}'\)`,
    ];
    return new RegExp(uses.join('|')).test(code);
  };
  return items.flatMap((item) => [
    ...(isDone('set', item) || BY_HAND.includes(item) ? [] : [`${item}: never written`]),
    ...(isDone('get', item) ? [] : [`${item}: never read`]),
  ]);
}

interface Call {
  readonly operationId: string;
  readonly made: string;
}

/** Every operation, and how a call of it begins in the code. */
const calls: readonly Call[] = Object.entries(
  description.paths as unknown as Record<string, Record<string, { readonly operationId?: string }>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId }]) =>
    operationId === undefined ? [] : [{ operationId, made: `${method.toUpperCase()}('${path}'` }],
  ),
);

/** The operations that the code doesn't call. */
const uncalledIn = (code: string): readonly string[] =>
  calls
    .filter(({ made }) => !code.replace(/\(\s+/g, '(').includes(made))
    .map(({ operationId }) => operationId)
    .sort();

const code = [...app.values()].join('\n');
const declared = declaredIn(app.get('src/services/storage.ts') ?? '');

describe('the items that the browser stores', () => {
  it('include each that the source names, or the decision says why not', () => {
    const [missing, explained] = [declared, decision].map((within) => (name: string) => !within.includes(name));
    const named = Object.entries(NAMED);
    expect(named.filter(([, item]) => item !== null && missing?.(item))).toEqual([]);
    expect(named.filter(([name, item]) => item === null && explained?.(name.replace(' override', '')))).toEqual([]);
  });

  it('are each written and read', () => {
    expect(declared.length).toBeGreaterThan(15);
    expect(unusedIn(declared, code)).toEqual([]);
  });

  it.each([
    ["storage.set('planted', 'x'); storage.get('planted')", []],
    ["services.storage.set(\n  'planted', 'x'); storage.get('planted')", []],
    ["storage.set('planted', 'x'); storage.remove('planted')", ['planted: never read']],
    ["storage.get('planted')", ['planted: never written']],
    ["const [planted, set] = useDeviceItem('planted')", []],
    ["const [planted] = useDeviceItem('planted')", ['planted: never written']],
    ["storage.set('planted2', 'x')", ['planted: never written', 'planted: never read']],
  ])('are known by how they are used: %s', (planted, expected) => {
    expect(unusedIn(['planted'], planted)).toEqual(expected);
  });

  it('are found in the module that declares them', () => {
    const module = 'export interface StoredItems {\n  /** One. */\n  one: string;\n  two: Record<string, number>;\n}\n';
    expect(declaredIn(`${module}\nexport interface Other {\n  three: string;\n}\n`)).toEqual(['one', 'two']);
  });
});

describe('the calls', () => {
  it('are each made by the app, or the decision says why not', () => {
    expect(calls.length).toBeGreaterThan(50);
    expect(uncalledIn(code)).toEqual(UNCALLED);
    expect(UNCALLED.filter((operationId) => !decision.includes(`\`${operationId}\``))).toEqual([]);
  });

  it('are known by how they are made', () => {
    const one = calls.filter(({ operationId }) => operationId === 'verifyEmail');
    expect(one.map(({ made }) => made)).toEqual(["POST('/account/verifyEmail'"]);
    expect(uncalledIn("api.POST('/account/verifyEmailSelf', {})")).toContain('verifyEmail');
    expect(uncalledIn("api.POST(\n  '/account/verifyEmail', {})")).not.toContain('verifyEmail');
  });
});
