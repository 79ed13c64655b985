import { expect, it } from 'vitest';
import { depositLifecycle } from '#machines/lifecycles/deposit.machine.ts';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { MOVEMENTS, movementOf } from '#src/pages/receipt/movement.ts';

const others = description.components.schemas.ReceiptKind.enum.filter(
  (kind) => kind !== 'deposit' && kind !== 'withdrawal',
);

it.each([
  ['deposit', depositLifecycle],
  ['withdrawal', withdrawalLifecycle],
] as const)('a %s has a sentence for every status of its lifecycle and for no other', (kind, lifecycle) => {
  expect(Object.keys(MOVEMENTS[kind]).toSorted()).toEqual(Object.keys(lifecycle.states).toSorted());
});

it('every kind of the contract has a line, and those without a lifecycle have one sentence', () => {
  expect(Object.keys(MOVEMENTS).toSorted()).toEqual([...description.components.schemas.ReceiptKind.enum].toSorted());
  expect(others.map((kind) => Object.keys(MOVEMENTS[kind as 'transferIn']))).toEqual(
    others.map((kind) => (kind === 'opening' ? ['completed', 'none'] : ['none'])),
  );
  expect(new Set(Object.values(MOVEMENTS.opening)).size).toBe(1);
});

it('no two statuses with different effects on the money have the same text', () => {
  const said = Object.values(MOVEMENTS).flatMap((line) => Object.values(line));
  for (const { sentence, moved } of said)
    expect(said.filter((other) => other.sentence === sentence).map((other) => other.moved)).toEqual(
      said.filter((other) => other.sentence === sentence).map(() => moved),
    );
});

it('what was canceled or refused has moved nothing, and neither has an unknown status', () => {
  for (const kind of ['deposit', 'withdrawal'] as const) {
    for (const status of ['cancel', 'notApproved'] as const) expect(movementOf({ kind, status }).moved).toBe('never');
  }
  expect(movementOf({ kind: 'deposit', status: 'awaitingPayment' }).moved).toBe('coming');
  expect(movementOf({ kind: 'transferIn', status: 'cancel' }).moved).toBe('coming');
});

it('a status that a kind never has says neither that money came nor that it left', () => {
  const told = Object.values(MOVEMENTS).flatMap((line) => Object.values(line).map(({ sentence }) => sentence));
  const statuses = description.components.schemas.RecordStatus.enum as readonly NonNullable<
    Parameters<typeof movementOf>[0]['status']
  >[];
  for (const kind of description.components.schemas.ReceiptKind.enum as readonly Parameters<
    typeof movementOf
  >[0]['kind'][]) {
    for (const status of [...statuses, 'aStatusOfTomorrow' as 'done'].filter((each) => !(each in MOVEMENTS[kind]))) {
      const { sentence, both } = movementOf({ kind, status });
      expect(told, `${kind} ${status}`).not.toContain(sentence);
      expect(both).toBeUndefined();
    }
  }
});
