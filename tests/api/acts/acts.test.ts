// The table of acts (S-08, S-09 and S-12): every unsafe operation has a line, and the generated page matches the table.
import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { ACTS, mismatches } from '#server/entry/acts/acts.ts';
import { actsPage } from '#server/entry/acts/acts-page.ts';
import { commandMismatches, OPERATOR_ACTS } from '#server/entry/operator/acts.ts';
import { commands } from '#server/entry/operator/commands.ts';

describe('the table of acts', () => {
  it('has a line for every unsafe operation of the contract, and for nothing else', () => {
    expect(mismatches(description)).toEqual([]);
  });

  it('reports a new act without a line, and an old line without an act', () => {
    const planted = { paths: { ...description.paths, '/account/giveAway': { post: { operationId: 'giveAway' } } } };
    expect(mismatches(planted)).toEqual(['giveAway has no line']);
    const { confirmDraft: _, ...others } = ACTS;
    expect(mismatches(description, others)).toEqual(['confirmDraft has no line']);
    expect(mismatches(description, { ...ACTS, takeAway: ACTS.confirmDraft })).toEqual([
      'takeAway is no unsafe operation',
    ]);
  });

  it('has a line for every operator’s command, and for nothing else', () => {
    expect(commandMismatches(Object.keys(commands))).toEqual([]);
    expect(commandMismatches([...Object.keys(commands), 'members give'])).toEqual(['members give has no line']);
    expect(commandMismatches(Object.keys(commands), { ...OPERATOR_ACTS, 'members take': 'neither' })).toEqual([
      'members take is not a command',
    ]);
  });

  it('matches the page', async () => {
    await expect(actsPage(OPERATOR_ACTS)).toMatchFileSnapshot('../../../docs/security/acts.md');
  });
});
