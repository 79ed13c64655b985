import { execFileSync } from 'node:child_process';

/** The Dockerfile as data, and the same steps as a script: what is tried cannot differ from what is written there. */

export interface Step {
  readonly keyword: string;
  readonly value: string;
}
export interface Stage {
  /** `AS name`; the last one has none. */
  readonly name: string | null;
  readonly steps: readonly Step[];
}

/** What a script can carry out, and what only says how the image is run. */
const CARRIED_OUT = ['WORKDIR', 'COPY', 'RUN', 'ENV', 'ARG', 'USER'] as const;
const SAID = ['EXPOSE', 'VOLUME', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD'] as const;
const KNOWN: readonly string[] = [...CARRIED_OUT, ...SAID];

/** @throws if it has an instruction that the script would leave out */
export function parseDockerfile(text: string): Stage[] {
  const stages: { name: string | null; steps: Step[] }[] = [];
  const lines = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  for (const line of lines) {
    const [, keyword = '', value = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') {
      stages.push({ name: / AS (\w+)$/.exec(value)?.[1] ?? null, steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    // In front of the first stage: what the base image is.
    if (stage === undefined && keyword === 'ARG') continue;
    if (stage === undefined || !KNOWN.includes(keyword)) throw new Error(`no script can carry out: ${line}`);
    stage.steps.push({ keyword, value });
  }
  return stages;
}

/** The last value of an instruction in a stage. @throws if it has none */
export function said(stage: Stage | undefined, keyword: string): string {
  const value = stage?.steps.filter((step) => step.keyword === keyword).at(-1)?.value;
  if (value === undefined) throw new Error(`the stage has no ${keyword}`);
  return value;
}

/** The files of the checkout that .dockerignore lets into the context: the last line that fits decides. */
export function contextOf(root: string, ignore: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return keptOf(
    listed.split('\0').filter((file) => file !== ''),
    ignore,
  );
}

/** Those of some files that .dockerignore lets in. */
export function keptOf(files: readonly string[], ignore: string): string[] {
  const rules = ignore
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ kept: line.startsWith('!'), fits: patternOf(line.replace('!', '')) }));
  return files.filter((file) => rules.findLast(({ fits }) => fits.test(file))?.kept ?? true);
}

/** A pattern fits a path and all that lies below it. */
function patternOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(.*/)?';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}(/.*)?$`);
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface ScriptOptions {
  /** An empty folder, on which a disk of memory is mounted. */
  readonly place: string;
  /** The folder with the files of the context. */
  readonly context: string;
  /** `--build-arg`s. */
  readonly args: Readonly<Record<string, string>>;
  /** Settings with which the image is run. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A script for `sh` in a mount namespace of its own. Each stage is a copy of this machine's root that takes its writes
 * in memory, in place of the base image; then the last one becomes read-only but for its volume, and the script
 * becomes the command of the image, as its user.
 */
export function scriptOf(stages: readonly Stage[], { place, context, args, env }: ScriptOptions): string {
  const lines = ['set -eu', `mount -t tmpfs -o size=4g,mode=755 tmpfs ${place}`];
  const layerOf = (name: string | null) => `${place}/${name ?? 'image'}`;
  for (const stage of stages) {
    const { name, steps } = stage;
    const layer = layerOf(name);
    const root = `${layer}/root`;
    lines.push(
      `mkdir -p ${layer}/up ${layer}/work ${root}`,
      `mount -t overlay overlay -o lowerdir=/,upperdir=${layer}/up,workdir=${layer}/work ${root}`,
      `mount --rbind /dev ${root}/dev`,
      `mount -t proc proc ${root}/proc`,
    );
    let cwd = '/';
    let settings: Record<string, string> = {};
    const within = (path: string) => (path.startsWith('/') ? path : `${cwd}/${path}`.replace(/\/\.?\/?$/, ''));
    for (const { keyword, value } of steps) {
      if (keyword === 'WORKDIR') {
        cwd = within(value);
        lines.push(`mkdir -p ${root}${cwd}`);
      } else if (keyword === 'ARG') {
        const [, key = '', usual = ''] = /^(\w+)(?:="?([^"]*)"?)?$/.exec(value) ?? [];
        settings = { ...settings, [key]: args[key] ?? usual };
      } else if (keyword === 'ENV') {
        settings = {
          ...settings,
          ...Object.fromEntries(value.split(' ').map((each) => each.split('=') as [string, string])),
        };
      } else if (keyword === 'COPY') {
        const [, from] = /^--from=(\w+) /.exec(value) ?? [];
        const paths = value.replace(/^--from=\w+ /, '').split(' ');
        const target = `${root}${within(paths.pop() ?? '')}`;
        const source = from === undefined ? `${context}/` : `${layerOf(from)}/root`;
        lines.push(`mkdir -p ${target}`);
        // Of a folder its contents are copied.
        for (const path of paths)
          lines.push(
            `if [ -d ${source}${path} ]; then cp -a ${source}${path}/. ${target}; else cp -a ${source}${path} ${target}; fi`,
          );
      } else if (keyword === 'RUN') {
        lines.push(`env ${assignments(settings)} chroot ${root} /bin/sh -ec ${quoted(`cd ${cwd} && ${value}`)} >&2`);
      }
    }
    if (name !== null) continue;
    const [uid = '', gid = ''] = said(stage, 'USER').split(':');
    const volume = `${root}${said(stage, 'VOLUME')}`;
    const command = (JSON.parse(said(stage, 'CMD')) as string[]).map(quoted).join(' ');
    lines.push(
      `mkdir ${place}/volume && cp -a ${volume}/. ${place}/volume && chown --reference=${volume} ${place}/volume`,
      `chmod --reference=${volume} ${place}/volume && mount --bind ${place}/volume ${volume}`,
      // As compose.yaml runs it.
      `mount -o remount,ro ${root}`,
      `exec env -i PATH="$PATH" ${assignments({ ...settings, ...env })} chroot ${root} setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all sh -c ${quoted(`cd ${cwd} && exec ${command}`)}`,
    );
  }
  return lines.join('\n');
}

const assignments = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings)
    .map(([name, value]) => quoted(`${name}=${value}`))
    .join(' ');
