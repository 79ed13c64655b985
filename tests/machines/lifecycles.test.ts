import { describe, expect, it } from 'vitest';
import { emailChangeRequestLifecycle } from '#machines/lifecycles/email-change-request.machine.ts';
import { openStatuses, statusAfter } from '#machines/lifecycles/lifecycle.ts';
import { lifecycleDocument, lifecycles } from '#walk/documents/lifecycles.ts';

describe('a lifecycle', () => {
  it('leads from status to status by its steps and by no others', () => {
    expect(statusAfter(emailChangeRequestLifecycle, 'requested', { type: 'OPEN' })).toBe('opened');
    expect(statusAfter(emailChangeRequestLifecycle, 'requested', { type: 'CONFIRM' })).toBeNull();
    expect(statusAfter(emailChangeRequestLifecycle, 'changed', { type: 'EXPIRE' })).toBeNull();
    expect(statusAfter(emailChangeRequestLifecycle, 'opened', { type: 'NONSENSE' })).toBeNull();
  });

  it('knows only its own statuses', () => {
    expect(() => statusAfter(emailChangeRequestLifecycle, 'sold', { type: 'OPEN' })).toThrow(RangeError);
    expect(openStatuses(emailChangeRequestLifecycle)).toEqual(['requested', 'opened']);
  });

  it.each(lifecycles.map((machine) => [machine.id, lifecycleDocument(machine)] as const))(
    '%s: every status is reachable, explained, and has a path to an end',
    (_, { initial, statuses }) => {
      const stepsOf = (status: string) =>
        statuses.find((row) => row.status === status)?.steps.flatMap(({ to }) => (to === null ? [] : [to])) ?? [];
      const reached = (from: string, seen = new Set([from])): Set<string> => {
        for (const to of stepsOf(from)) if (!seen.has(to)) reached(to, seen.add(to));
        return seen;
      };
      expect([...reached(initial)].sort()).toEqual(statuses.map(({ status }) => status).sort());
      for (const { status, final, description, requirements, steps } of statuses) {
        expect(description, status).not.toBe('');
        expect(requirements, status).not.toEqual([]);
        expect(final ? stepsOf(status) : [], status).toEqual([]);
        expect(
          statuses.some((end) => end.final && reached(status).has(end.status)),
          `${status} comes to an end`,
        ).toBe(true);
        for (const { to, event, description: what } of steps)
          if (to !== null) expect(what, `${status} ${event}`).not.toBe('');
      }
    },
  );
});
