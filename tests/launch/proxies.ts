import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';

import { provideTool } from '#tests/provision/deployment-tools.mjs';
import { startProgram, type Process } from '#tests/support/processes.ts';

/** The proxies of deploy/, with the files as they are there but for ports and places. */

export interface Proxy {
  /** The certificate that its own one is compared with. */
  readonly ca: string;
  /** Starts it; resolves once it serves. */
  run(): Promise<Process>;
  /** What it has written about calls. */
  log(running: readonly Process[]): string;
}

interface Place {
  /** An empty folder for all that it writes. */
  readonly folder: string;
  /** Where it serves https. */
  readonly port: number;
  /** Where it redirects from. */
  readonly plainPort: number;
  readonly upstreams: readonly [number, number];
}

/** Caddy, with a certificate of its own authority, as it makes one for localhost. */
export async function caddy({ folder, port, plainPort, upstreams }: Place): Promise<Proxy> {
  const program = await provideTool('caddy');
  const env = {
    PERCH_HOST: 'localhost',
    PERCH_UPSTREAMS: upstreams.map((each) => `127.0.0.1:${each}`).join(' '),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    HOME: folder,
  };
  const adapt = ['adapt', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'];
  const adapted = execFileSync(program, adapt, { env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' });
  const config = JSON.parse(adapted) as { apps: { http: { servers: { srv0: { listen: string[] } } } & object } };
  config.apps.http.servers.srv0.listen = [`127.0.0.1:${port}`];
  const ports = { http_port: plainPort, https_port: port };
  // The machine's own list of authorities is left alone.
  const pki = { certificate_authorities: { local: { install_trust: false } } };
  const file = join(folder, 'caddy.json');
  writeFileSync(
    file,
    JSON.stringify({
      ...config,
      admin: { disabled: true },
      apps: { ...config.apps, http: { ...config.apps.http, ...ports }, pki },
    }),
  );
  const run = async () => {
    const running = startProgram(program, ['run', '--config', file], env);
    await untilItShakesHands(port, running);
    return running;
  };
  // Its authority is made by the first start.
  const first = await run();
  first.child.kill('SIGTERM');
  await first.ended;
  return {
    ca: readFileSync(join(folder, 'data/caddy/pki/authorities/local/root.crt'), 'utf8'),
    run,
    log: (running) => running.map((each) => each.errors()).join('\n'),
  };
}

const LOOK_MS = 100;

/** A proxy listens before it has its certificate. */
async function untilItShakesHands(port: number, { ended }: Process): Promise<void> {
  let isOver: string | null = null;
  void ended.then((how) => (isOver = `the proxy ended with ${how}`));
  while (!(await shakesHands(port))) {
    if (isOver !== null) throw new Error(isOver);
    await sleep(LOOK_MS);
  }
}

function shakesHands(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** nginx, with a certificate that nobody else has signed. */
export async function nginx({ folder, port, plainPort, upstreams }: Place): Promise<Proxy> {
  const program = await provideTool('nginx');
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const parameters = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  execFileSync('openssl', [...parameters, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const conf = readFileSync('deploy/nginx/perch.conf', 'utf8')
    .replace(/^\tlisten \[::\].*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('wallet.example$request_uri', `localhost:${port}$request_uri`)
    .replaceAll('wallet.example', 'localhost')
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${upstreams[0]}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${upstreams[1]}`)
    .replaceAll('/etc/ssl/perch', folder)
    .replaceAll('/var/log/nginx', folder);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  mkdirSync(join(folder, 'conf.d'));
  writeFileSync(join(folder, 'conf.d/perch.conf'), conf);
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\nmaster_process off;\npid ${join(folder, 'nginx.pid')};\nerror_log stderr notice;\nevents {}\nhttp {\n${paths.join('\n')}\ninclude ${join(folder, 'conf.d/*.conf')};\n}\n`,
  );
  execFileSync(program, ['-t', '-c', file, '-p', folder], { stdio: 'pipe' });
  return {
    ca: readFileSync(certificate, 'utf8'),
    run: async () => {
      const running = startProgram(program, ['-c', file, '-p', folder], {});
      await untilItShakesHands(port, running);
      return running;
    },
    log: () =>
      `${readFileSync(join(folder, 'perch.access.log'), 'utf8')}${readFileSync(join(folder, 'perch.error.log'), 'utf8')}`,
  };
}
