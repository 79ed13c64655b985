import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { command } from './commands.mjs';
import { ofVitest, single } from './tally.mjs';

/**
 * The steps of `npm test`, in their order: what is cheap and tells most comes first.
 *
 * @typedef {object} Surroundings what the set-up has provided
 * @property {string} root
 * @property {string | null} chromium
 * @property {string | null} postgresUrl
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {('build' | 'chromium' | 'postgres')[]} needs
 * @property {boolean} [beside] runs beside the steps that are not so marked
 * @property {(surroundings: Surroundings) => Promise<import('./tally.mjs').Tally>} run
 */

/** @type {Step[]} */
export const STEPS = [
  check('types', 'typescript/bin/tsc', ['--noEmit']),
  check('lint', 'eslint/bin/eslint.js', ['.', '--max-warnings', '0']),
  check('imports', 'dependency-cruiser/bin/dependency-cruise.mjs', ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'machines', 'money', 'src', 'server', 'tests', 'openapi']),
  check('openapi', '@redocly/cli/bin/cli.js', ['lint', 'openapi/perch.yaml']),
  { name: 'generated', needs: [], beside: true, run: compareGenerated },
  vitest('unit'),
  vitest('components'),
  vitest('api'),
  { ...vitest('api'), name: 'api-postgres', needs: ['postgres'], run: (around) => runVitest('api', around, { TEST_DATABASE_URL: around.postgresUrl }) },
  vitest('launch', ['build']),
  vitest('browser', ['build', 'chromium']),
  vitest('walks', ['build', 'chromium']),
];

/** Telemetry and notices of newer versions have no place in a test run. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_UPDATE_NOTIFIER: '1', FORCE_COLOR: '0' };

/** @returns {Step} */
function check(name, program, parameters) {
  return {
    name,
    needs: [],
    beside: true,
    async run({ root }) {
      const outcome = await tool(root, program, parameters);
      if (!outcome.ok) console.log(`${outcome.output.trim()}\n${name}: ${outcome.ended}`);
      return single(outcome.ok);
    },
  };
}

function tool(root, program, parameters) {
  return command(process.execPath, [join(root, 'node_modules', program), ...parameters], { cwd: root, env: { ...process.env, ...QUIET }, limitSeconds: 300 });
}

/** The generated files are committed, so that a change of the contract is seen in review; here they are made again. */
async function compareGenerated({ root }) {
  const folder = mkdtempSync(join(tmpdir(), 'perch-generated-'));
  try {
    const made = [
      await tool(root, 'openapi-typescript/bin/cli.js', ['openapi/perch.yaml', '-o', join(folder, 'api.gen.d.ts')]),
      await tool(root, '@redocly/cli/bin/cli.js', ['bundle', 'openapi/perch.yaml', '-o', join(folder, 'perch.gen.json')]),
    ];
    for (const outcome of made.filter(({ ok }) => !ok)) console.log(outcome.output);
    const stale = ['api.gen.d.ts', 'perch.gen.json'].filter((name) => contentOf(join(folder, name)) !== contentOf(join(root, 'openapi', name)));
    for (const name of stale) console.log(`openapi/${name} is not what the description gives; run npm run openapi and commit it`);
    return single(stale.length === 0 && made.every(({ ok }) => ok));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** @returns {Step} */
function vitest(name, needs = []) {
  // Without the URL the API tests run on the embedded engine, also where the machine's environment has one.
  return { name, needs, run: (around) => runVitest(name, around, { TEST_DATABASE_URL: '' }) };
}

/** `walks` takes every path and cell of the matrices in the browser on the real product; on a busy machine that takes half an hour. */
const LONGEST_STEP_S = 3_600;

async function runVitest(project, { root, chromium }, extra) {
  const folder = mkdtempSync(join(tmpdir(), 'perch-report-'));
  const report = join(folder, 'report.json');
  const env = { ...process.env, ...QUIET, ...extra, NODE_ENV: 'test', ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  const parameters = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const outcome = await command(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...parameters], { cwd: root, env, show: true, limitSeconds: LONGEST_STEP_S });
    if (!outcome.ok) console.log(`${project}: ${outcome.ended}`);
    return ofVitest(report, outcome.ok);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
