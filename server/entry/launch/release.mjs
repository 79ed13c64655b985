import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { isPermissive } from './licenses.mjs';
import { entriesOf, writeArchive } from './release-archive.mjs';
import { licensesText } from './release-licenses.mjs';
import { billOf } from './release-sbom.mjs';
import { nameOfSystem, systemOfProcess } from './same-system.mjs';
import { placesBeside, shippedPackages } from './shipped-packages.mjs';
import { readPackage, ROOT, runNpm, SetUpError, step } from './steps.mjs';

/**
 * `npm run build -- --release`: one archive that runs with nothing but Node, on the kind of system that it was made on.
 * The same source and packages give the same archive, byte for byte.
 */

/** What the server reads beside its bundle. */
const READ_BY_SERVER = [
  'server/platform/db/migrations',
  'server/platform/db/migrations.lock',
  'server/domain/contents/initial',
];
/** The fonts of printed files: single files of packages that have many more. */
const FONTS = 'server/platform/pdf/font-files.json';
/**
 * What deploy/ has, by name: somebody who tries a deployment in the checkout leaves settings and secrets there, and
 * copies of them under any name. .dockerignore has the same list.
 */
export const DEPLOYMENT = [
  'deploy/README.md',
  'deploy/caddy/Caddyfile',
  'deploy/compose.yaml',
  'deploy/compose/make-secrets',
  'deploy/compose/roles.sh',
  'deploy/grafana/perch.json',
  'deploy/nginx/perch.conf',
  'deploy/prometheus/alerts.test.yml',
  'deploy/prometheus/alerts.yml',
  'deploy/prometheus/prometheus.yml',
  'deploy/systemd/perch-operator',
  'deploy/systemd/perch.env.example',
  'deploy/systemd/perch.sysusers.conf',
  'deploy/systemd/perch@.service',
];
/** The instructions for those who run it. */
const FOR_OPERATORS = [
  'CHANGELOG.md',
  'LICENSE',
  ...DEPLOYMENT,
  'docs/metrics.md',
  'docs/operating.md',
  'docs/operating',
  'docs/reliability.md',
  'docs/scaling.md',
];
const PROGRAMS = ['dist/server/main.mjs', 'dist/server/operator.mjs'];

/** What somebody who tried it in the checkout has left there. */
const PRIVATE = /(^|\/)(secrets[^/]*\/|\.env[^/]*$|[^/]+\.env$|secret\.key)/;

/** @param {string} name a file of a release */
export function isPrivate(name) {
  return name.startsWith('deploy/') ? !DEPLOYMENT.includes(name) : PRIVATE.test(name);
}

/** The earliest moment that every tool understands, for a source without a history. */
const NO_MOMENT = new Date('1980-01-01T00:00:00Z');
const MS_PER_SECOND = 1000;

/**
 * @param {{ file?: string | undefined, beside: readonly string[] }} options
 */
export async function makeRelease({ file, beside }) {
  const product = readPackage();
  const system = systemOfProcess();
  const folder = `${product.name}-${product.version}`;
  const target = resolve(file ?? join(ROOT, 'dist', `${folder}-${nameOfSystem(system)}.tar.gz`));
  await step(`Packing ${target}`, async () => {
    const { revision, at } = momentOf(ROOT, process.env);
    const fonts = Object.values(JSON.parse(readFileSync(join(ROOT, FONTS), 'utf8')));
    const packages = shippedPackages(ROOT, beside, fonts.map(packageOf));
    refuseLicenses(packages);
    const known = await runNpm(['sbom', '--sbom-format', 'cyclonedx'], 'The packages could not be listed');
    const sbom = billOf(JSON.parse(known), {
      packages,
      product: { name: product.name, version: product.version },
      at,
    });
    const entries = [
      ...files(['dist/client', 'dist/server', ...READ_BY_SERVER, ...fonts, ...FOR_OPERATORS]),
      ...files(placesBeside(ROOT, beside)),
      text('package.json', `${JSON.stringify(manifestOf(product, { system, revision, beside }), null, 2)}\n`),
      text('sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`),
      text('THIRD-PARTY-LICENSES.txt', licensesText(packages)),
    ].map((each) => ({ ...each, executable: PROGRAMS.includes(each.name) }));
    mkdirSync(dirname(target), { recursive: true });
    const sha256 = await writeArchive(target, entries, { folder, at });
    console.log(`  revision ${revision ?? 'unknown'}, ${entries.length} files, ${packages.length} packages`);
    console.log(`  SHA-256 ${sha256}`);
  });
}

/** The package that a file is from, such as `node_modules/@scope/name`. */
function packageOf(file) {
  return /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)[0];
}

/** What is there of a list of files and folders. */
function files(names) {
  const there = names.filter((name) => existsSync(join(ROOT, name)));
  return there.flatMap((name) => entriesOf(join(ROOT, name), name)).filter(({ name }) => !isPrivate(name));
}

function text(name, content) {
  return { name, content: Buffer.from(content) };
}

/** The package.json of a release: what is beside it and how it is started, nothing that would have to be installed. */
export function manifestOf(product, { system, revision, beside }) {
  const { name, version, license, description, type, engines, dependencies } = product;
  return {
    name,
    version,
    private: true,
    license,
    description,
    type,
    ...(revision === null ? {} : { revision }),
    engines,
    os: [system.os],
    cpu: [system.cpu],
    ...(system.libc === null ? {} : { libc: [system.libc] }),
    scripts: { start: 'exec node dist/server/main.mjs', operator: 'exec node dist/server/operator.mjs' },
    dependencies: Object.fromEntries(beside.map((each) => [each, dependencies[each]])),
  };
}

function refuseLicenses(packages) {
  const refused = packages.filter(({ license }) => !isPermissive(license));
  if (refused.length === 0) return;
  const names = refused.map(({ name, license }) => `${name} (${license === '' ? 'none' : license})`);
  throw new SetUpError(`These licenses are not known to be permissive (licenses.mjs): ${names.join(', ')}.`);
}

/**
 * The revision of the source, and the moment that all files of its release have: that of the commit, or what the
 * environment says, where there is no history.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function momentOf(root, env) {
  const seconds = env.SOURCE_DATE_EPOCH ?? git(root, 'log', '-1', '--format=%ct');
  const at = seconds === null ? NO_MOMENT : new Date(Number(seconds) * MS_PER_SECOND);
  if (Number.isNaN(at.getTime()))
    throw new SetUpError(`SOURCE_DATE_EPOCH must be a number of seconds, not ${seconds}.`);
  const commit = git(root, 'rev-parse', '--short=12', 'HEAD');
  const isChanged = commit !== null && git(root, 'status', '--porcelain') !== '';
  const revision = commit === null ? null : `${commit}${isChanged ? '-changed' : ''}`;
  return { at, revision: env.PERCH_REVISION || revision };
}

function git(root, ...parameters) {
  if (!existsSync(join(root, '.git'))) return null;
  const { status, stdout } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
