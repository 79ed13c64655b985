import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, it } from 'vitest';
import { again, againGenerated } from '#walk/commands/again.ts';
import { cellsOf } from '#walk/paths/cells.ts';
import { flowOf, pathsOf } from '#walk/paths/flows.ts';
import { parseReports } from '#walk/commands/report-files.ts';
import type { Drive } from '#walk/commands/run-levels.ts';
import { walk } from '../support/walk.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** For this driver everything fails. */
const failing: Drive = (level, { walks, cells, onWalked, onCell }) => {
  const failed = (id: string) => ({
    id,
    steps: 2,
    seconds: 0.5,
    failure: { at: 1, message: 'It shows <b>"A" & \'B\'</b>\u0000\nin two lines.' },
  });
  const walked = [...walks].map(({ path }) => failed(path.id));
  walked.forEach(onWalked);
  const walkedCells = cells.map(({ cell }) => failed(cell.id));
  walkedCells.forEach(onCell);
  return Promise.resolve({ level, walked, cells: walkedCells, seconds: 1 });
};

describe('a failure', () => {
  it('prints the command that walks it again', async () => {
    const { code, text } = await walk(
      [
        'sign-in-01',
        'sign-out/fault/revokingToken/revokeToken=networkError',
        'deposit/reload/loadingOptions (3)',
        '--level',
        'machine',
        '--lang',
        'ja-JP',
      ],
      failing,
    );
    expect(code).toBe(1);
    expect(text).toContain('✗ sign-in-01 (the good case, up to signed in): It shows');
    expect(text).toContain('again: npm run walk -- sign-in-01 --level machine --lang ja-JP');
    expect(text).toContain(
      'again: npm run walk -- sign-out/fault/revokingToken/revokeToken=networkError --level machine',
    );
    expect(text).toContain("again: npm run walk -- 'deposit/reload/loadingOptions (3)' --level machine");
  });

  it('of a log, of a file, of a generator, too', () => {
    expect(again('sign-in-replay-1', 'browser', { lang: 'en-US', replay: 'my log.json', file: null })).toBe(
      "npm run walk -- --replay 'my log.json' --level browser",
    );
    expect(again('sign-in-saved-01', 'machine', { lang: 'en-US', replay: null, file: 'a.json' })).toBe(
      'npm run walk -- a.json --level machine',
    );
    expect(againGenerated('sign-in', 'machine', { text: ['--until', 'length(5)'], seed: 3, lang: 'en-US' })).toBe(
      "npm run walk -- sign-in --until 'length(5)' --seed 3 --level machine",
    );
    // Another language has other texts, and may be what fails.
    expect(againGenerated('sign-in', 'component', { text: ['--until', 'length(5)'], seed: 3, lang: 'zh-CN' })).toBe(
      "npm run walk -- sign-in --until 'length(5)' --seed 3 --level component --lang zh-CN",
    );
  });
});

describe('reports', () => {
  it('are JUnit’s XML and a page, both with every failure as it was printed', async () => {
    const [xml, html] = [join(folder, 'deep/er/walks.xml'), join(folder, 'walks.html')];
    await walk(['sign-out', '--level', 'machine', '--report', `junit=${xml}`, '--report', `html=${html}`], failing);
    const { document } = new JSDOM(readFileSync(xml, 'utf8'), { contentType: 'application/xml' }).window;
    const count = pathsOf(flowOf('sign-out')).length + cellsOf(flowOf('sign-out')).length;
    expect(
      document.querySelectorAll('testsuite[name="machine"] > testcase[classname="machine.sign-out"]'),
    ).toHaveLength(count);
    expect(document.querySelector('testsuites')?.getAttribute('failures')).toBe(String(count));
    const failure = document.querySelector('failure');
    expect(failure?.getAttribute('message')).toBe('It shows <b>"A" & \'B\'</b>\uFFFD\nin two lines.');
    expect(failure?.textContent).toContain('npm run walk -- sign-out-01 --level machine');
    const page = new JSDOM(readFileSync(html, 'utf8')).window.document;
    expect(page.querySelectorAll('b')).toHaveLength(0);
    expect(page.querySelectorAll('tr')).toHaveLength(count + 1);
    expect(page.body.textContent).toContain('the good case, up to signed out');
  });

  it('replace reports of their type, and nothing else', async () => {
    const drive: Drive = (...parameters) => {
      isWalked = true;
      return failing(...parameters);
    };
    let isWalked = false;
    const [xml, html] = [join(folder, 'again.xml'), join(folder, 'again.html')];
    const write = (...reports: readonly string[]) =>
      walk(['sign-out-01', '--level', 'machine', ...reports.flatMap((report) => ['--report', report])], drive);
    await write(`junit=${xml}`, `html=${html}`);
    const first = readFileSync(xml, 'utf8');
    writeFileSync(xml, `${first}<!-- older -->`);
    await write(`junit=${xml}`, `html=${html}`);
    expect(readFileSync(xml, 'utf8')).toBe(first);
    const link = join(folder, 'link.xml');
    symlinkSync(xml, link);
    const page = readFileSync(html, 'utf8');
    isWalked = false;
    for (const [kind, file] of [
      ['html', xml],
      ['junit', html],
      ['junit', link],
      ['junit', folder],
      ['junit', join(import.meta.dirname, 'reports.test.ts')],
    ] as const) {
      await expect(write(`${kind}=${file}`)).rejects.toThrow(
        `is there and is no ${kind} report of this command, so it is left as it is.`,
      );
    }
    expect([isWalked, readFileSync(xml, 'utf8'), readFileSync(html, 'utf8')]).toEqual([false, first, page]);
    const coverage = join(folder, 'machine.json');
    writeFileSync(coverage, '{"name":"x"}');
    await expect(walk(['sign-out-01', '--level', 'machine', '--coverage', folder], drive)).rejects.toThrow(
      'is no coverage of this command',
    );
    expect([isWalked, readFileSync(coverage, 'utf8')]).toEqual([false, '{"name":"x"}']);
  });

  it.each([
    [['sign-out'], 'nothing is walked'],
    [['guide', 'sign-out-01'], 'has a report of its own'],
    [['sign-out', '--until', 'length(5)', '--level', 'machine'], 'a generator makes its own'],
  ])('are for planned walks, which %j does not have', async (parameters, why) => {
    for (const report of [
      ['--report', `junit=${join(folder, 'none.xml')}`],
      ['--coverage', join(folder, 'none')],
    ])
      await expect(walk([...parameters, ...report])).rejects.toThrow(why);
    expect([existsSync(join(folder, 'none.xml')), existsSync(join(folder, 'none'))]).toEqual([false, false]);
  });

  it('require a type and a file', () => {
    expect(parseReports('junit=a.xml,html=b.html')).toEqual([
      { kind: 'junit', file: 'a.xml' },
      { kind: 'html', file: 'b.html' },
    ]);
    expect(() => parseReports('junit')).toThrow('such as junit=walks.xml');
    expect(() => parseReports('junt=a.xml')).toThrow('Nearest: junit');
    expect(() => parseReports('junit=a.xml,html=./a.xml')).toThrow("Two reports can't be one file");
  });
});
