import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/entry/opening/settings.ts';
import { ConfigError } from '#server/platform/config/config-values.ts';
import { contents } from '#tests/style/repository.ts';

/** The operator's reference: its page and the pages that belong to it. */
const OPERATING = ['operating.md', 'operating/backups.md', 'operating/watching.md']
  .map((page) => readFileSync(`docs/${page}`, 'utf8'))
  .join('\n');

const TOKEN = 'q1R8sV3nX5bT7mK2pL9dF4hJ6wZ0cYae';
const read = (env: Record<string, string>) => readSettings(env, process.cwd());
const operation = (env: Record<string, string>) => read(env).operation;

describe('the settings of a server’s operation', () => {
  it('need not be set', () => {
    expect(operation({})).toEqual({
      metrics: null,
      metricsToken: null,
      drainSeconds: 0,
      stopSeconds: 10,
      keepAliveSeconds: 75,
      slowCallMs: 1_000,
      revision: null,
      traces: null,
    });
  });

  it('give load balancers time in production', () => {
    expect(
      operation({
        NODE_ENV: 'production',
        PUBLIC_ORIGIN: 'https://wallet.example',
        SUPPORT_EMAIL: 'support@wallet.example',
      }).drainSeconds,
    ).toBe(5);
    expect(
      operation({ NODE_ENV: 'production', SUPPORT_EMAIL: 'support@wallet.example', DRAIN_SECONDS: '0' }).drainSeconds,
    ).toBe(0);
  });

  it('put metrics on a port of their own, for this machine alone unless a host is named', () => {
    expect(operation({ METRICS_PORT: '9464' }).metrics).toEqual({ host: 'localhost', port: 9464 });
    expect(operation({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7' }).metrics).toEqual({
      host: '10.0.0.7',
      port: 9464,
    });
  });

  it('say at every start that others may read the metrics, unless a token is needed', () => {
    const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
    expect(read(open).warnings).toEqual([
      expect.stringMatching(/^METRICS_HOST is 0\.0\.0\.0 and METRICS_TOKEN is not/),
    ]);
    expect(read({ ...open, METRICS_TOKEN: TOKEN }).warnings).toEqual([]);
    expect(read({ METRICS_PORT: '9464' }).warnings).toEqual([]);
  });

  it.each([
    [{ METRICS_PORT: 'yes' }, 'METRICS_PORT'],
    [{ METRICS_PORT: '8080' }, 'METRICS_PORT'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: 'a'.repeat(40) }, 'METRICS_TOKEN'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS'],
    [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS'],
    [{ STOP_SECONDS: '0' }, 'STOP_SECONDS'],
    [{ KEEP_ALIVE_SECONDS: '0' }, 'KEEP_ALIVE_SECONDS'],
    [{ KEEP_ALIVE_SECONDS: '75s' }, 'KEEP_ALIVE_SECONDS'],
    [{ SLOW_CALL_MS: '0' }, 'SLOW_CALL_MS'],
    [{ PERCH_REVISION: 'a\nb' }, 'PERCH_REVISION'],
    [{ PERCH_REVISION: 'a'.repeat(65) }, 'PERCH_REVISION'],
  ])('refuse %o with one line that names %s', (env, name) => {
    const attempt = () => read(env as Record<string, string>);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`^${name} `));
    // A token is nothing for a terminal that others see.
    expect(attempt).not.toThrow(/aaaaaaaa.*METRICS|\n/);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, { serviceName: 'perch' }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }, { serviceName: 'perch' }],
    [{ OTEL_TRACES_EXPORTER: 'console' }, { serviceName: 'perch' }],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SERVICE_NAME: 'wallet' }, { serviceName: null }],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_RESOURCE_ATTRIBUTES: 'a=b,service.name=wallet' }, { serviceName: null }],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, null],
    [{ OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' }, null],
    [{ OTEL_SERVICE_NAME: 'wallet' }, null],
  ])('ask for traces as OpenTelemetry’s variables do: %o', (env, traces) => {
    expect(operation(env as unknown as Record<string, string>).traces).toEqual(traces);
  });
});

function settingsIn(source: string): string[] {
  const calls = [...source.matchAll(/\b(?:text|readWhole|readPortOf|readLink)\(\s*env,\s*'([A-Z][A-Z0-9_]*)'/g)];
  return calls.map(([, name = '']) => name);
}

describe('every setting', () => {
  const guide = OPERATING;
  const readers = [...contents].filter(([file]) => /^server\/(platform\/config|domain\/chain)\/[^/]+\.ts$/.test(file));
  // Node's own switch, which Perch only looks at.
  const names = [...new Set(readers.flatMap(([, source]) => settingsIn(source)))].filter(
    (name) => name !== 'NODE_TLS_REJECT_UNAUTHORIZED',
  );

  it('is described to operators', () => {
    expect(names.length).toBeGreaterThan(30);
    const described = new Set([...guide.matchAll(/`([A-Z][A-Z0-9_]*)(?:=[^`]*)?`/g)].map(([, name]) => name));
    expect(names.filter((name) => !described.has(name))).toEqual([]);
  });

  it.each([
    ["text(env, 'PORT') ?? 1", ['PORT']],
    ["readWhole(\n    env,\n    'DRAIN_SECONDS', RANGE)", ['DRAIN_SECONDS']],
    ["throw new ConfigError('PORT must be')", []],
  ])('is found by how it is read: %s', (source, expected) => {
    expect(settingsIn(source)).toEqual(expected);
  });
});
