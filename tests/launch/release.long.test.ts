import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openMailServer, type MailServer } from '#tests/api/support/mail-server.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import { FOUNDER, setFoundersPassword } from './founder.ts';
import { start, startProgram } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';
import { deploymentOf, PERCH_SECRET } from './production-servers.ts';
import { PlainVisitor } from './visitor.ts';

/** `npm run build -- --release`, unpacked where there is nothing but Node: no npm, no checkout, no other package. */

const SCHEMAS = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';

interface Bill {
  readonly components: readonly { readonly name: string; readonly group?: string; readonly version: string }[];
}

let archive: string;
let product: string;
let postgres: Awaited<ReturnType<typeof provideOwnPostgres>>;
let mails: MailServer;
beforeAll(async () => {
  const folder = temporaryFolder({ kept: true });
  // Another user has to reach it.
  chmodSync(folder, 0o755);
  archive = join(folder, 'made/perch.tar.gz');
  await build(archive);
  mkdirSync(join(folder, 'elsewhere'));
  execFileSync('tar', ['-xzf', archive, '-C', join(folder, 'elsewhere')]);
  product = join(folder, 'elsewhere', `perch-${versionOf('.')}`);
  postgres = await provideOwnPostgres({ root: process.cwd() });
  mails = await openMailServer();
});
afterAll(async () => {
  await postgres?.stop();
  await mails?.close();
});

const versionOf = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

async function build(file: string): Promise<void> {
  const made = start(['server/entry/launch/build.mjs', '--release', file]);
  expect(await made.ended, made.errors()).toBe(0);
}

/** Node alone, in a folder that is not the product's. */
function run(program: string, parameters: string[], env: Record<string, string>) {
  const bin = join(temporaryFolder(), 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  return startProgram(join(bin, 'node'), [join(product, 'dist/server', program), ...parameters], {
    PATH: bin,
    ...env,
  });
}

describe('a release', () => {
  it('is the same archive whenever it is made of the same source, with the sum beside it', async () => {
    const again = join(temporaryFolder(), 'again.tar.gz');
    await build(again);
    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
    execFileSync('sha256sum', ['-c', 'perch.tar.gz.sha256'], { cwd: join(archive, '..') });
  });

  it('has nothing to install and nothing to build: no sources, no tools, two packages beside the programs', () => {
    expect(existsSync(join(product, 'server/entry'))).toBe(false);
    expect(existsSync(join(product, 'src'))).toBe(false);
    const list = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).split('\n');
    const packages = list.flatMap((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1] ?? []);
    expect(packages.map((name) => name.replace(/^(@node-rs\/argon2)-.*/, '$1-…'))).toEqual([
      '@electric-sql/pglite',
      '@node-rs/argon2-…',
      '@node-rs/argon2',
    ]);
    expect(list.filter((name) => /\.env$|secrets\/|secret\.key|\/data\/|\.git\//.test(name))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8')) as Record<string, object>;
    expect(Object.keys(manifest.scripts ?? {})).toEqual(['start', 'operator']);
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  it('has a bill of materials that its standard accepts, and the license of all that is on it', () => {
    const bill = JSON.parse(readFileSync(join(product, 'sbom.cdx.json'), 'utf8')) as Bill;
    const schema = (name: string): object => ({
      ...(JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object),
      $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
    });
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
    ajv.addSchema(schema('spdx')).addSchema(schema('jsf-0.82'));
    const check = ajv.compile(schema('bom-1.5'));
    expect(check(bill), JSON.stringify(check.errors)).toBe(true);
    expect(check({ ...bill, bomFormat: 'another' })).toBe(false);
    const licenses = readFileSync(join(product, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const listed = bill.components.map(
      ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name} ${version}: `,
    );
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.filter((line) => !licenses.includes(`\n${line}`))).toEqual([]);
    for (const name of ['daisyui', 'tailwindcss', 'fastify', 'react', '@electric-sql/pglite'])
      expect(licenses).toContain(`\n${name} `);
  });

  it('starts with Node alone on PostgreSQL, and its first member signs in', async () => {
    const [port, metrics] = [await freePort(), await freePort()];
    const { settings } = deploymentOf(product, {
      databaseUrl: postgres.url,
      origin: 'https://wallet.example',
      mailPort: mails.port,
    });
    const env = { ...settings, DATA_DIR: temporaryFolder(), PORT: String(port), METRICS_PORT: String(metrics) };
    const server = run('main.mjs', [], env);
    await server.line('Perch is ready');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/Signin`)).headers.get('content-type')).toMatch(/^text\/html/);
    const help = run('operator.mjs', ['help'], {});
    // As it is typed here: there is no npm.
    const usage = `Usage: node ${join(product, 'dist/server/operator.mjs')} [--as NAME] COMMAND`;
    expect([await help.ended, help.lines[0]]).toEqual([0, usage]);
    const made = run('operator.mjs', ['--as', 'olga', 'members', 'root', FOUNDER.username, FOUNDER.email], env);
    expect(await made.ended, made.errors()).toBe(0);
    await setFoundersPassword(new PlainVisitor(`http://127.0.0.1:${port}`), mails);
    const started = server.lines.find((line) => line.includes('"msg":"started"')) ?? '{}';
    const revision = (JSON.parse(readFileSync(join(product, 'package.json'), 'utf8')) as { revision: string }).revision;
    expect(JSON.parse(started)).toMatchObject({
      version: versionOf('.'),
      revision,
      engine: expect.stringContaining('PostgreSQL'),
    });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.lines.join('\n') + server.errors()).not.toContain(PERCH_SECRET);
  });

  it('starts on the embedded database as well, with its secrets in files', async () => {
    const DATA_DIR = temporaryFolder();
    const [secret, token] = [join(temporaryFolder(), 'secret'), join(temporaryFolder(), 'token')];
    writeFileSync(secret, `${PERCH_SECRET}\n`);
    writeFileSync(token, `${PERCH_SECRET.toLowerCase()}Ab1\n`);
    const port = await freePort();
    const server = run('main.mjs', [], {
      NODE_ENV: 'production',
      SUPPORT_EMAIL: 'support@wallet.example',
      DATA_DIR,
      PORT: String(port),
      PERCH_SECRET_FILE: secret,
      METRICS_TOKEN_FILE: token,
    });
    await server.line('Perch is ready');
    const scrape = (bearer: string) =>
      fetch(`http://localhost:${port}/metrics`, { headers: { authorization: `Bearer ${bearer}` } });
    expect((await scrape(`${PERCH_SECRET.toLowerCase()}Ab1`)).status).toBe(200);
    expect((await scrape('another')).status).not.toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    // The secret was not made here.
    expect(existsSync(join(DATA_DIR, 'secret.key'))).toBe(false);
  });

  it('says in one line that it is for another kind of system, or for a newer Node', async () => {
    const file = join(product, 'package.json');
    const manifest = readFileSync(file, 'utf8');
    writeFileSync(file, manifest.replace(`"${process.arch}"`, '"s390x"'));
    const refused = run('main.mjs', [], {});
    expect(await refused.ended).toBe(1);
    writeFileSync(file, manifest);
    expect(refused.errors()).toMatch(/^perch: this release is for linux-s390x-\w+, and this is .*\n$/);
  });

  it('says in one line that its folder of data cannot be written', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    const ordinary = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const server = start(
      [join(product, 'dist/server/main.mjs')],
      {
        NODE_ENV: 'production',
        SUPPORT_EMAIL: 'support@wallet.example',
        DATA_DIR: join(folder, 'data'),
        PERCH_SECRET,
        PORT: '0',
      },
      ordinary,
    );
    expect(await server.ended).toBe(1);
    expect(server.errors().trim().split('\n')).toHaveLength(1);
    expect(server.errors()).toMatch(/^perch: .*(permission|EACCES)/i);
  });
});
