import { describe, expect, it } from 'vitest';
import { callOf } from '#atlas/build/contract.ts';
import { flows } from '#walk/paths/flows.ts';
import { statesOf, transitionsOf } from '#machines/graph/internals.ts';
import { isCall } from '#machines/graph/explore.ts';
import { chartOf, chartOfLifecycle } from './support.ts';

describe.each(flows.map((cases) => ({ id: cases.machine.id, cases })))('the chart of $id', ({ id, cases }) => {
  const chart = chartOf(id);

  it('has every state and transition of the machine', () => {
    expect(chart.states.map(({ path }) => path)).toEqual(statesOf(cases.machine).map((node) => node.path.join('.')));
    expect(chart.transitions.map((transition) => transition.id)).toEqual(
      transitionsOf(cases.machine).map((transition) => transition.id),
    );
  });

  it('has data that takes each transition, the rule behind each of its choices, and paths that walk it', () => {
    const walked = new Set(chart.paths.flatMap(({ steps }) => steps.flatMap(({ fired }) => fired)));
    for (const transition of chart.transitions) {
      expect(transition.samples, transition.id).not.toEqual([]);
      expect(walked, transition.id).toContain(transition.id);
    }
  });

  it('has title, controls and messages in three languages', () => {
    for (const state of chart.states) {
      if (state.seen !== null)
        expect(
          state.titleText?.filter((text) => text === '' || text.startsWith('[')),
          state.path,
        ).toEqual([]);
      for (const { code, title } of state.messages)
        if (code !== null) expect(title, `${state.path} ${code}`).toHaveLength(3);
    }
  });

  it('has the contract of each call', () => {
    const described = Object.keys(cases.outcomes).filter(
      (actor) => isCall(cases.machine, actor) && callOf(actor) !== null,
    );
    expect(chart.calls.map((call) => call.id)).toEqual(described);
    for (const call of chart.calls) expect(call.answers.map(({ status }) => status)).not.toEqual([]);
  });
});

describe('withdrawing', () => {
  const chart = chartOf('withdrawal');

  it('can be looked up: what the member does, sees and may read', () => {
    const form = chart.states.find(({ path }) => path === 'enteringWithdrawal');
    expect(form?.titleText).toEqual(['Withdraw', '出金', '提现']);
    expect(form?.controls.find(({ event }) => event === 'SUBMIT_FORM')?.fields).toHaveLength(4);
    expect(form?.messages.map(({ code }) => code)).toContain('below_minimum_withdrawal');
  });

  it('has the rule of its minimum in words', () => {
    const rule = chart.transitions.find(({ guard }) => guard === 'isBelowMinimum')?.rule;
    expect(rule?.says).toContain('D-04');
  });

  it('shows which rule decides the fee', () => {
    const fields =
      chart.calls.find(({ id }) => id === 'createWithdrawal')?.answers.flatMap(({ fields: all }) => all) ?? [];
    expect(fields.find(({ name }) => name === 'fee')?.says).toMatch(/feeRate/);
    expect(fields.find(({ name }) => name === 'feeRate')?.says).toMatch(/withdrawalFeeRate.*D-04/);
  });

  it('runs the confirmation, which asks for the outcome of a lost call', () => {
    expect(chart.children).toEqual(['confirmation']);
    const lost = chartOf('confirmation').matrices.fault.find(
      ({ id }) => id === 'confirmation/fault/confirming/confirmDraft=networkError',
    );
    expect(lost?.to).toMatchObject({ state: 'outcomeUnknown', screen: 'confirmation-unknown', message: 'unreachable' });
  });
});

it('a lifecycle explains its statuses and steps', () => {
  const chart = chartOfLifecycle('withdrawal');
  expect(chart.states.find(({ path }) => path === 'approved')?.says).toMatch(/its member can no longer cancel it/);
  expect(chart.transitions.find(({ source, trigger }) => source === 'inProcess' && trigger === 'REFUSE')?.says).toMatch(
    /whole amount returns/,
  );
});
