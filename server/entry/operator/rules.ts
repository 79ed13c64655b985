// Rules from the command line: show them, and change them by adding a version.
import { assertClockTrusted } from '#server/domain/club/trusted-clock.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { RULE_EFFECTS } from '#server/domain/rules/effects.ts';
import { standingRules, storedRulesAt, type StoredRules } from '#server/domain/rules/rules.ts';
import { withdrawRules } from '#server/domain/rules/withdraw-rules.ts';
import { readArguments, readMoment, type CommandLine, type Commands } from './command.ts';
import { nearestName } from '#server/platform/system/nearest.ts';
import { Refused, WrongUsage } from './errors.ts';

/** A decimal number, or `null` for none: the present form does not limit the new one. */
const NULLABLE: ReadonlySet<string> = new Set(['binaryCapUsd']);

const RULES_HELP = [
  'MOMENT is a time such as 2026-12-01T00:00:00Z. A value that is neither a text nor a number is written as JSON:',
  `  rules set depositConfirmations='{"bitcoin": 6, "ethereum": 20}' --from 2026-12-01T00:00:00Z`,
  'MOMENT is at most 366 days ahead. A figure more than 10% away from the version before, or from the one in force, needs --yes; "rules withdraw" withdraws a version that has not begun.',
  'Shares, such as 0.05 for 5%, are at least 0 and less than 1; principalPointsShare and restakeVolumeShare may be 1.',
  'One value of a stage is named by its number: stages.2.dailyRate=0.0007.',
  'What each rule affects:',
  ...Object.entries(RULE_EFFECTS).map(([name, effect]) => `  ${name}: ${effect}`),
];

export const ruleCommands: Commands = {
  'rules show': { usage: 'rules show', help: 'the rules in force, and what later versions change', run: showRules },
  'rules set': {
    usage: 'rules set NAME=VALUE … --from MOMENT [--yes]',
    help: 'change rules from a moment on',
    more: RULES_HELP,
    run: setRules,
  },
  'rules withdraw': {
    usage: 'rules withdraw VERSION',
    help: 'withdraw a version of the rules that has not begun',
    more: [
      'A version that has begun cannot be withdrawn. Of several coming ones, withdraw the last first, since it contains the changes of the others.',
      'No one is notified: members see a version only once it is in force.',
    ],
    run: withdraw,
  },
};

/** Within the range of the database's version numbers. */
const VERSION = /^[1-9]\d{0,8}$/;

type Values = Record<string, unknown>;
type Stages = StoredRules['stages'];

/** The rules in force, and what each later version changes. */
async function showRules({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { db, clock } = services;
  const { version, effectiveFrom, values } = await storedRulesAt(db, clock.now());
  const later = await standingRules(db)
    .select(['version', 'effective_from', 'values'])
    .where('effective_from', '>', clock.now())
    .orderBy('version')
    .execute();
  const lines = [
    `version ${version}, in force since ${effectiveFrom.toISOString()}`,
    ...Object.entries(values)
      .map(([name, value]) => `  ${name}=${shown(value)}`)
      .sort(),
  ];
  let before: Values = { ...values };
  for (const next of later) {
    // Written only by migrations and addRules: an object of rules.
    const after = next.values as Values;
    lines.push(`version ${next.version}, from ${next.effective_from.toISOString()}`, ...differences(before, after));
    before = after;
  }
  return lines;
}

/** Adds a version of the rules. */
async function setRules({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const { words, valued, plain } = readArguments(args, {
    words: [1, Number.MAX_SAFE_INTEGER],
    valued: ['--from'],
    plain: ['--yes'],
  });
  const from = valued.get('--from');
  if (from === undefined) throw new WrongUsage('--from is missing');
  const effectiveFrom = readMoment(from);
  const { db, clock } = services;
  // By a clock that fell behind, a moment that has passed would lie ahead.
  await assertClockTrusted(services);
  const now = clock.now();
  if (effectiveFrom < now)
    throw new Refused('rules can only change in the future: acts have happened under the current ones');
  const done = { names: '', lines: [] as string[] };
  const version = await addRules(db, {
    changes: (values) => {
      const before: Values = { ...values };
      const changes = readChanges(words, before);
      done.names = Object.keys(changes).join(' ');
      done.lines = differences(before, { ...before, ...changes });
      if (done.lines.length === 0) throw new Refused('the rules have these values already');
      // addRules checks it against the contract.
      return changes as Partial<StoredRules>;
    },
    effectiveFrom,
    now,
    onJumps: (jumps) => refuseJumps(jumps, plain.has('--yes')),
    record: (trx, added) =>
      audit(trx, {
        kind: 'rules_set',
        at: now,
        memberId: null,
        call,
        details: {
          operator,
          version: added,
          from: effectiveFrom.toISOString(),
          changed: done.names,
        },
      }),
  });
  return [`version ${version} is in force from ${effectiveFrom.toISOString()}`, ...done.lines];
}

/** A typing mistake would change what every member pays. */
function refuseJumps(jumps: readonly string[], confirmed: boolean): void {
  if (!confirmed) throw new Refused(`${jumps.join('; ')}; this needs --yes`);
}

/** Withdraws a coming version. */
async function withdraw({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [text = ''],
  } = readArguments(args, { words: [1, 1] });
  if (!VERSION.test(text))
    throw new Refused(`${JSON.stringify(text)} is not the number of a version; rules show names them`);
  const { withdrawn, before } = await withdrawRules(services.db, {
    version: Number(text),
    clock: services.clock,
    record: (trx, { version, effectiveFrom }, at) =>
      audit(trx, {
        kind: 'rules_withdrawn',
        at,
        memberId: null,
        call,
        details: { operator, version, from: effectiveFrom.toISOString() },
      }),
  });
  return [
    `version ${withdrawn.version}, which was to begin at ${withdrawn.effectiveFrom.toISOString()}, is withdrawn; version ${before.version} stays in force, without`,
    ...differences({ ...before.values }, { ...withdrawn.values }),
  ];
}

function readChanges(words: readonly string[], before: Values): Values {
  const changes: Values = {};
  const typed = new Set<string>();
  for (const word of words) {
    const [, name, part = '', text] = /^([A-Za-z]+)(\.\w+\.\w+)?=(.+)$/s.exec(word) ?? [];
    if (name === undefined || text === undefined)
      throw new WrongUsage(`${JSON.stringify(word)} is not of the form name=value`);
    const full = `${name}${part}`;
    if (typed.has(full) || typed.has(name)) throw new Refused(`${full} is given twice`);
    typed.add(full);
    if (part !== '') {
      // Written only by migrations and addRules: a list of stages.
      changes.stages = withStageChanged((changes.stages ?? before.stages) as Stages, full, text);
      continue;
    }
    if (!Object.hasOwn(before, name)) {
      const meant = nearestName(name, Object.keys(before));
      throw new Refused(`there is no rule ${name}${meant === null ? '' : `; did you mean ${meant}?`}`);
    }
    if (Object.hasOwn(changes, name)) throw new Refused(`${name} is given twice`);
    changes[name] = readValue(name, text, before[name]);
  }
  return changes;
}

/** The stages with one value changed, named like `stages.2.dailyRate`. */
function withStageChanged(stages: Stages, name: string, text: string): Stages {
  const [rule, number, field = ''] = name.split('.');
  const stage = stages.find((candidate) => rule === 'stages' && String(candidate.stage) === number);
  if (stage === undefined || !(field === 'dailyRate' || field === 'amountUsd'))
    throw new Refused(`there is no rule ${name}; stages have a dailyRate and an amountUsd, such as stages.2.dailyRate`);
  return stages.map((candidate) =>
    candidate === stage ? { ...stage, [field]: readValue(name, text, stage[field]) } : candidate,
  );
}

/** Decimal numbers are strings in the rules and are typed as they are; everything else is typed as JSON. */
function readValue(name: string, text: string, present: unknown): unknown {
  if (NULLABLE.has(name)) return text === 'null' ? null : text;
  if (typeof present === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused(`${JSON.stringify(text)} is not a value of ${name}, which is now ${shown(present)}`);
  }
}

function differences(before: Values, after: Values): string[] {
  const [old, now] = [flat(before), flat(after)];
  return Object.keys(now)
    .filter((name) => shown(old[name]) !== shown(now[name]))
    .map((name) => `  ${name}: ${shown(old[name])} → ${shown(now[name])}`);
}

/** Rules with a name for each value of a stage, such as `stages.2.dailyRate`. */
function flat(values: Values): Values {
  const { stages, ...others } = values;
  // addRules checks the whole list later.
  if (!isStages(stages)) return values;
  const each = stages.flatMap((stage) =>
    Object.entries(stage).map(([field, value]) => [`stages.${stage.stage}.${field}`, value] as const),
  );
  return { ...others, ...Object.fromEntries(each) };
}

function isStages(value: unknown): value is Stages {
  return Array.isArray(value) && value.every((stage: unknown) => typeof stage === 'object' && stage !== null);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
