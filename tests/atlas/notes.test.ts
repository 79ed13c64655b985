import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteIn, notesFile, readNotes, writeNote, type Noted } from '#atlas/build/notes.ts';
import { Arriving } from '#atlas/build/arriving.ts';
import { serve } from '#atlas/build/serve.ts';
import { noVersion } from '#machines/graph/compare.ts';
import { UsageError } from '#walk/paths/usage-error.ts';

const chart: Noted = { id: 'sample', kind: 'flow', states: [{ path: 'asking' }, { path: 'asking.refused' }] };
const record: Noted = { id: 'sample', kind: 'lifecycle', states: [{ path: 'open' }] };

let root: string;
let server: Server;
let port: number;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
  for (const folder of ['machines/sample', 'machines/lifecycles']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'secret.js'), 'secret');
  const versionAt = async (_chart: unknown, revision: string) => {
    if (revision !== 'HEAD') throw new UsageError(`There is no revision "${revision}".`);
    return { rev: 'abc1234def', version: noVersion };
  };
  const site = new Map([
    ['index.html', async () => '<title>Atlas</title>'],
    ['notes.db', async () => 'not for the web'],
  ]);
  const parts = new Map([['data/sample one.js', async () => JSON.stringify(readNotes(root, chart))]]);
  server = await serve(
    { root, site, arriving: new Arriving(), atlas: Promise.resolve({ charts: [chart, record], parts, versionAt }) },
    0,
  );
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request with exactly these headers, which fetch would not send. */
function ask(
  method: string,
  path: string,
  { headers = {}, body = '' }: { readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { host: `localhost:${port}`, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (piece: Buffer) => (text += piece.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const ours = (): Record<string, string> => ({ origin: `http://localhost:${port}`, 'content-type': 'application/json' });
const note = (text: string, state = 'asking', key = 'sample'): string => JSON.stringify({ chart: key, state, text });

describe('writing a note', () => {
  it('stores it beside the machine, in the order of the states, and removes it again', async () => {
    await ask('POST', '/notes', { headers: ours(), body: note('Second', 'asking.refused') });
    const answer = await ask('POST', '/notes', { headers: ours(), body: note(' Why so? ') });
    expect(answer).toEqual({ status: 200, body: JSON.stringify({ asking: 'Why so?', 'asking.refused': 'Second' }) });
    expect(readFileSync(join(root, 'machines/sample/sample.notes.json'), 'utf8')).toBe(
      '{\n  "asking": "Why so?",\n  "asking.refused": "Second"\n}\n',
    );
    await ask('POST', '/notes', { headers: ours(), body: note('') });
    await ask('POST', '/notes', { headers: ours(), body: note('', 'asking.refused') });
    expect(existsSync(notesFile(root, chart))).toBe(false);
  });

  it('replaces the file as a whole: nothing is written into the existing one', async () => {
    const before = join(root, 'before.json');
    writeFileSync(before, '{}');
    symlinkSync(before, notesFile(root, chart));
    await ask('POST', '/notes', { headers: ours(), body: note('Why so?') });
    expect(readNotes(root, chart)).toEqual({ asking: 'Why so?' });
    expect(readFileSync(before, 'utf8')).toBe('{}');
    expect(readdirSync(join(root, 'machines/sample'))).toEqual(['sample.notes.json']);
  });

  it('about a lifecycle is stored with the lifecycles, and one about a whole chart has no state', async () => {
    expect((await ask('POST', '/notes', { headers: ours(), body: note('Whole', '', 'lifecycle-sample') })).status).toBe(
      200,
    );
    expect(readNotes(root, record)).toEqual({ '': 'Whole' });
    expect(readNotes(root, chart)).toEqual({});
  });

  const elsewhere = 'http://elsewhere.example';
  it.each<[string, number, () => { headers: Record<string, string>; body: string }]>([
    ['from another page', 403, () => ({ headers: { ...ours(), origin: elsewhere }, body: note('x') })],
    ['without an origin', 403, () => ({ headers: { 'content-type': 'application/json' }, body: note('x') })],
    [
      'under another name',
      403,
      () => ({
        headers: { ...ours(), host: `elsewhere.example:${port}`, origin: `http://elsewhere.example:${port}` },
        body: note('x'),
      }),
    ],
    ['as a form', 415, () => ({ headers: { ...ours(), 'content-type': 'text/plain' }, body: note('x') })],
    ['that is not JSON', 400, () => ({ headers: ours(), body: '{' })],
    ['without a text', 400, () => ({ headers: ours(), body: '{"chart":"sample","state":"asking"}' })],
    ['of an unknown chart', 400, () => ({ headers: ours(), body: note('x', 'asking', '../sample') })],
    ['of an unknown state', 400, () => ({ headers: ours(), body: note('x', '__proto__') })],
    ['that is too long', 400, () => ({ headers: ours(), body: note('x'.repeat(4_001)) })],
    ['that is far too long', 413, () => ({ headers: ours(), body: note('x'.repeat(100_000)) })],
  ])('%s is refused', async (_how, status, made) => {
    expect((await ask('POST', '/notes', made())).status).toBe(status);
    expect(existsSync(notesFile(root, chart))).toBe(false);
  });

  it('with anything but POST is refused', async () => {
    expect((await ask('GET', '/notes')).status).toBe(405);
    expect((await ask('PUT', '/index.html', { headers: ours(), body: 'x' })).status).toBe(405);
  });

  it('does not overwrite a file that contains no notes', () => {
    writeFileSync(notesFile(root, chart), '["mine"]');
    expect(() => writeNote(root, chart, { chart: 'sample', state: 'asking', text: 'x' })).toThrow(
      /must be an object of notes/,
    );
    expect(readFileSync(notesFile(root, chart), 'utf8')).toBe('["mine"]');
  });
});

describe('reading', () => {
  it('returns the files of the site and no others', async () => {
    expect(await ask('GET', '/')).toEqual({ status: 200, body: '<title>Atlas</title>' });
    for (const path of [
      '/../secret.js',
      '/%2e%2e/secret.js',
      '/..%2fsecret.js',
      '/notes.db',
      '/data',
      '/%',
      '/none.js',
    ])
      expect((await ask('GET', path)).status, path).toBe(404);
    expect(await ask('GET', '/data/sample%20one.js')).toEqual({ status: 200, body: '{}' });
    expect((await ask('GET', '/', { headers: { host: 'elsewhere.example' } })).status).toBe(403);
  });

  it('shows the page before the charts are read', async () => {
    const reading = await serve(
      {
        root,
        site: new Map([['index.html', async () => 'soon']]),
        arriving: new Arriving(),
        atlas: new Promise(() => {}),
      },
      0,
    );
    const answer = await fetch(`http://localhost:${(reading.address() as AddressInfo).port}/`);
    expect(await answer.text()).toBe('soon');
    reading.closeAllConnections();
    await new Promise((resolve) => reading.close(resolve));
  });

  it('returns a chart at a revision', async () => {
    expect(JSON.parse((await ask('GET', '/version?chart=sample&rev=HEAD')).body)).toEqual({
      rev: 'abc1234def',
      version: noVersion,
    });
    expect(await ask('GET', '/version?chart=sample&rev=--all')).toEqual({
      status: 404,
      body: 'There is no revision "--all".\n',
    });
    expect((await ask('GET', '/version?chart=none&rev=HEAD')).status).toBe(404);
  });

  const site = (from: string, more: Record<string, string> = {}): Record<string, string> => ({
    'sec-fetch-site': from,
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'script',
    ...more,
  });
  const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const file = '/data/sample%20one.js';
  it.each<[string, number, string, () => Record<string, string>]>([
    ['what is typed into the bar of the browser', 200, '/', () => site('none', link)],
    ['its own page, of its files', 200, file, () => site('same-origin')],
    ['a program other than a browser', 200, file, () => ({})],
    ['a link on another page, of the atlas itself', 200, '/', () => site('cross-site', link)],
    ['a link on another page, of a file', 403, file, () => site('cross-site', link)],
    ['a frame of another page', 403, '/', () => site('cross-site', { ...link, 'sec-fetch-dest': 'iframe' })],
    ['a script in another page', 403, file, () => site('cross-site')],
    ['a script in a page of another port', 403, file, () => site('same-site')],
    ['a page of another origin', 403, file, () => ({ origin: 'http://elsewhere.example' })],
    [
      'a page of another port, of a revision',
      403,
      '/version?chart=sample&rev=HEAD',
      () => ({ origin: `http://localhost:${port + 1}` }),
    ],
    ['a page without an origin of its own', 403, file, () => ({ origin: 'null' })],
    ['a name that was led here', 403, file, () => ({ host: `elsewhere.example:${port}` })],
    ['another port', 403, file, () => ({ host: `localhost:${port + 1}` })],
  ])('by %s is answered with %i', async (_who, status, path, headers) => {
    expect((await ask('GET', path, { headers: headers() })).status).toBe(status);
  });

  it.each(['/', file, '/version?chart=sample&rev=HEAD', '/none.js', '/notes'])(
    'of %s does not give the response to another page',
    async (path) => {
      const { headers } = await fetch(`http://localhost:${port}${path}`);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('is only possible from this machine', () => {
    expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
  });
});

it('a request for a note is read or refused in words', () => {
  expect(noteIn({ chart: 'sample', state: 'asking', text: 'x' }, [chart])).toEqual({
    chart: 'sample',
    state: 'asking',
    text: 'x',
  });
  expect(noteIn(null, [chart])).toBe('A note wants chart, state and text.');
});
