import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

import { DEPLOYMENT, isPrivate } from '#server/entry/launch/release.mjs';
import { contextOf, keptOf, parseDockerfile, scriptOf } from './dockerfile.ts';
import { read } from './files.ts';

describe('the script that tries the Dockerfile', () => {
  const stages = parseDockerfile(read('Dockerfile'));
  const options = { place: '/place', context: '/context', args: {}, env: {} };

  it('has every command and every copy of it', () => {
    const script = scriptOf(stages, options);
    const runs = [...read('Dockerfile').matchAll(/^RUN (.*)$/gm)].map(([, command = '']) => command);
    expect(runs.length).toBeGreaterThan(3);
    expect(runs.filter((command) => !script.includes(command))).toEqual([]);
    const copies = [...read('Dockerfile').matchAll(/^COPY /gm)].length;
    expect(stages.flatMap(({ steps }) => steps).filter(({ keyword }) => keyword === 'COPY')).toHaveLength(copies);
    expect(script).toContain('/place/build/root/build/release/perch');
  });

  it('leaves nothing out unnoticed', () => {
    expect(() => parseDockerfile('FROM a\nADD https://b /c')).toThrow('no script can carry out: ADD https://b /c');
    expect(() => scriptOf(parseDockerfile('FROM a\nRUN b'), options)).toThrow('the stage has no USER');
  });

  it('copies what .dockerignore lets in: the last line that fits decides', () => {
    const files = contextOf(process.cwd(), read('.dockerignore'));
    expect(files).toEqual(expect.arrayContaining(['package.json', 'deploy/compose.yaml', 'server/entry/start.ts']));
    expect(files.filter((file) => /^(tests|walk|atlas|docs\/flows|\.git|Dockerfile)/.test(file))).toEqual([]);
    expect(contextOf(process.cwd(), '*\n!docs\n**/*.md').filter((file) => file.endsWith('.md'))).toEqual([]);
  });
});

describe('what a trial has left in the checkout', () => {
  const left = [
    ...['.env', '.env.bak', '.env~', '.env.save', '.env.new', '.env.example', 'perch.env'].map(
      (name) => `deploy/compose/${name}`,
    ),
    ...['secrets', 'secrets.new', 'secrets.old', 'secrets~'].map((folder) => `deploy/compose/${folder}/perch_secret`),
    ...['deploy/systemd/perch.env', 'deploy/systemd/perch.env.example~', 'deploy/prometheus/metrics_token'],
    ...['deploy/perch.dump', 'server/.env.bak', 'docs/operating/perch.env', 'server/secret.key.new'],
  ];
  const committed = execFileSync('git', ['ls-files', 'deploy'], { encoding: 'utf8' }).trim().split('\n');

  it('gets neither into the image nor into a release', () => {
    expect(keptOf(left, read('.dockerignore'))).toEqual([]);
    expect(left.filter((name) => !isPrivate(name))).toEqual([]);
  });

  it('differs from the files of deploy/, all of which are in both', () => {
    expect([...DEPLOYMENT].sort()).toEqual(committed.sort());
    expect(keptOf(committed, read('.dockerignore'))).toEqual(committed);
    expect(committed.filter(isPrivate)).toEqual([]);
  });
});
