/**
 * The list of migrations and its rules: what was committed stays, and what is added leaves the processes of the release
 * before working (docs/operating/backups.md, *Upgrading*).
 */

export interface LockLine {
  readonly name: string;
  readonly checksum: string;
  /** `founding`, `expand` or `contract`. */
  readonly kind: string;
  /** The release that stopped using what a `contract` removes. */
  readonly release: string | undefined;
}

/** The last migration before the rules: no release existed, so no process of one could be disturbed. */
const LAST_FOUNDING = '0046-what-a-browser-counts-as';

export function linesOf(lock: string): string[] {
  return lock.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

export function readLine(line: string): LockLine {
  const [name = '', checksum = '', kind = '', release] = line.split(' ');
  return { name, checksum, kind, release };
}

/** The lines that an earlier list had and the present one has not. */
export function lostLines(earlier: readonly string[], present: readonly string[]): string[] {
  return earlier.filter((line) => !present.includes(line));
}

/** What is wrong with a line by itself. @param released the versions that were released */
export function mistakesIn({ name, kind, release }: LockLine, released: readonly string[]): string[] {
  if (kind === 'founding')
    return name <= LAST_FOUNDING && release === undefined ? [] : [`${name}: founding ended with ${LAST_FOUNDING}`];
  if (kind === 'expand') return release === undefined ? [] : [`${name}: expand names no release`];
  if (kind !== 'contract') return [`${name}: ${JSON.stringify(kind)} is neither expand nor contract`];
  if (release === undefined) return [`${name}: contract needs the release that stopped using what goes`];
  return released.includes(release)
    ? []
    : [`${name}: ${release} is not released, so processes that still use what goes may be running`];
}

const NAME = String.raw`(?:ONLY )?(?:IF EXISTS )?"?(\w+)"?`;

/** What a process of the release before would stumble over, with the table it is about. */
const NARROWING: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops a table', new RegExp(String.raw`^DROP TABLE ${NAME}`, 'i')],
  ['drops a function, trigger, type or view', /^DROP (?:FUNCTION|TRIGGER|TYPE|VIEW|SCHEMA|SEQUENCE) /i],
  ['drops a column', new RegExp(String.raw`^ALTER TABLE ${NAME} .*\bDROP COLUMN\b`, 'is')],
  ['renames', new RegExp(String.raw`^ALTER TABLE ${NAME} .*\bRENAME\b`, 'is')],
  ['renames', /^ALTER (?:TYPE|FUNCTION|VIEW) .*\bRENAME\b/is],
  [
    'changes a type',
    new RegExp(String.raw`^ALTER TABLE ${NAME} .*\bALTER (?:COLUMN )?"?\w+"? (?:SET DATA )?TYPE\b`, 'is'),
  ],
  ['requires a value', new RegExp(String.raw`^ALTER TABLE ${NAME} .*\bSET NOT NULL\b`, 'is')],
  ['drops a default', new RegExp(String.raw`^ALTER TABLE ${NAME} .*\bDROP DEFAULT\b`, 'is')],
  ['adds a trigger', new RegExp(String.raw`^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER .*? ON ${NAME}`, 'is')],
  ['allows a value once', new RegExp(String.raw`^CREATE UNIQUE INDEX .*? ON ${NAME}`, 'is')],
  ['removes rows', new RegExp(String.raw`^(?:DELETE FROM|TRUNCATE(?: TABLE)?) ${NAME}`, 'i')],
];
const ADDED_CONSTRAINT = new RegExp(
  String.raw`^ALTER TABLE ${NAME} .*\bADD (?:CONSTRAINT "?(\w+)"?|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY)`,
  'is',
);
const ADDED_COLUMN = new RegExp(String.raw`^ALTER TABLE ${NAME} .*\bADD COLUMN\b`, 'is');

/** What a migration does that only a `contract` may do. Whatever happens to a table that it creates itself is free. */
export function narrowingIn(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = new Set(
    statements.flatMap(
      (each) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(each)?.[1]?.toLowerCase() ?? [],
    ),
  );
  const dropped = new Set(statements.flatMap((each) => /\bDROP CONSTRAINT "?(\w+)"?/i.exec(each)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const isOwn = (table: string | undefined) => table !== undefined && created.has(table.toLowerCase());
    const found = NARROWING.flatMap(([what, pattern]) => {
      const match = pattern.exec(statement);
      return match === null || isOwn(match[1]) ? [] : [what];
    });
    const constraint = ADDED_CONSTRAINT.exec(statement);
    // One that takes the place of another is a list of values that has grown.
    const isNew = constraint !== null && !(constraint[2] !== undefined && dropped.has(constraint[2]));
    if (isNew && !isOwn(constraint[1])) found.push('adds a constraint');
    if (ADDED_COLUMN.test(statement) && !isOwn(ADDED_COLUMN.exec(statement)?.[1]) && lacksDefault(statement))
      found.push('adds a column without a default that must have a value');
    return found.map((what) => `${what}: ${statement.slice(0, 80)}`);
  });
}

/** Whether a column that is added must have a value that a process which does not know it cannot give. */
function lacksDefault(statement: string): boolean {
  return statement
    .split(/\bADD COLUMN\b/i)
    .slice(1)
    .some((column) => /\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b|\bGENERATED\b/i.test(column));
}

/** Without comments and the bodies of functions, each with single blanks. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$[^]*?\$\$/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}
