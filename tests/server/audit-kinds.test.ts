// An audit entry that is left out shows nowhere else: each kind of act is expected by name in a test of the short list.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };

/** An act whose effects are tested (`pay` of the development chain), but not its entry. */
const UNEXPECTED: readonly string[] = ['development_payment'];

const { enum: ofMembers } = description.components.schemas.ActivityKind;
const ofOperators = [...readFileSync('server/platform/audit/audit.ts', 'utf8').matchAll(/^ {2}\| '(\w+)'/gm)].map(
  ([, kind = '']) => kind,
);
const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?:api|database|embedded|races)\/.*(?<!\.long)\.test\.ts$/.test(name))
  .map((name) => readFileSync(`tests/${name}`, 'utf8'))
  .join('\n');

it.each([...ofMembers, ...ofOperators])('%s', (kind) => {
  expect(tests.includes(`'${kind}'`)).toBe(!UNEXPECTED.includes(kind));
});

it('both lists of kinds are found', () => {
  expect([ofMembers.length, ofOperators.length].map((count) => count > 30)).toEqual([true, true]);
});
