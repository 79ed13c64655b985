// Decisions of operators in the time that a restore has lost, which these books know nothing of (decision 0123).
import { expect, it } from 'vitest';
import { setRates, signedIn } from '../support/money.ts';
import { clubToPutBack } from '../support/put-back.ts';
import { accepted, approve, HOURS_240 } from '../support/withdrawals.ts';

const club = clubToPutBack();
const { run, begin, referenceOf, sighted } = club;
const pays = (amount: string, digit: string) => {
  const tx = `0x${digit.repeat(64)}`;
  club.world.payments.set(tx, { kind: 'found', amount, confirmations: 99 });
  return tx;
};

it('an approval that was taken back is refused again, once the withdrawal is called unpaid', async () => {
  const { who, id } = await accepted(club.world);
  await approve(club.world, id);
  const reference = await referenceOf(id);
  await begin();
  const refuse = (...rest: string[]) => run('withdrawals', 'refuse', reference, '--reason', 'notRequested', ...rest);
  expect((await refuse('--yes')).text).toContain('may be paid already; see: restored show');
  await run('restored', 'unpaid', reference, '--proof', 'our wallet');
  expect((await refuse()).text).toContain('it may have been approved in the time that is lost');
  expect(await refuse('--yes')).toMatchObject({ code: 0 });
  expect(await run('restored', 'accept')).toMatchObject({ code: 0 });
  expect(await (await signedIn(club.world, who.member)).balance('USDT')).toBe('10000');
});

it('a withdrawal that was approved and paid is recorded, although it waits for its approval in these books', async () => {
  const { id } = await accepted(club.world);
  const reference = await referenceOf(id);
  club.world.clock.advance(HOURS_240);
  await setRates(club.world);
  await begin();
  const complete = (one: string, tx: string) => run('withdrawals', 'complete', one, '--tx', tx);
  expect(await complete(reference, pays('359', 'a'))).toMatchObject({ code: 1 });
  expect(await complete(reference, pays('360', 'b'))).toMatchObject({ code: 0 });
  expect((await run('restored', 'show')).text).toContain('no withdrawal of these books can have been paid');
  expect(await run('restored', 'accept')).toMatchObject({ code: 0 });
  const other = await referenceOf((await accepted(club.world)).id);
  expect((await complete(other, pays('360', 'c'))).text).toContain('waits for a decision');
});

it.each([
  ['although it was called unpaid before it was read', true],
  ['although it is not due', false],
])('nothing returns whose payment the chain shows, %s', async (_although, isDue) => {
  const { who, id } = await accepted(club.world);
  if (isDue) await approve(club.world, id);
  const reference = await referenceOf(id);
  if (isDue) club.world.clock.advance(HOURS_240);
  await setRates(club.world);
  await begin();
  if (isDue) await run('restored', 'unpaid', reference, '--proof', 'our wallet');
  await sighted(id, `0x${(isDue ? 'd' : 'e').repeat(64)}`);
  const refused = await run('withdrawals', 'refuse', reference, '--reason', 'notRequested', '--yes');
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('may be paid already; see: restored show') });
  expect(await (await signedIn(club.world, who.member)).balance('USDT')).toBe('9600');
});

it('nothing returns while a chain is not read: what it shows may be a payment', async () => {
  const { id } = await accepted(club.world);
  const reference = await referenceOf(id);
  await begin();
  club.world.troubledNetworks.set('ethereum', { state: 'unreachable', since: club.world.clock.now() });
  expect(await run('withdrawals', 'refuse', reference, '--reason', 'notRequested')).toEqual({
    code: 1,
    text: 'the node of ethereum does not answer: whether it was paid is known once the server has read that',
  });
  club.world.troubledNetworks.clear();
});

it('a withdrawal that is not due can be refused, since it can’t have been paid', async () => {
  const { who, id } = await accepted(club.world);
  await begin();
  const refuse = ['withdrawals', 'refuse', await referenceOf(id), '--reason', 'notRequested'];
  expect((await run(...refuse)).text).toContain('make sure that nobody pays it; then --yes');
  expect(await run(...refuse, '--yes')).toMatchObject({ code: 0 });
  expect(await (await signedIn(club.world, who.member)).balance('USDT')).toBe('10000');
});
