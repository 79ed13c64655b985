// An account that support froze: no link that thaws it is mailed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import { mailsTo } from '../support/mails.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  HOURS,
  THIEFS,
  OWNERS,
  run,
  isFrozen,
  heldHours,
  reset,
  takenOver,
  thawLink,
  freezeByMailOf,
} from '../support/taken-mailbox.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('an account that support froze', () => {
  const frozenBySupport = async () => {
    const { member } = await takenOver(world);
    expect(
      (await run(world, 'olga', 'members', 'freeze', member.username, '--reason', 'the mailbox was taken over')).code,
    ).toBe(0);
    return member;
  };

  it('gets no link: the mail says who thaws it, with the same limits and the same response', async () => {
    const member = await frozenBySupport();
    const ask = (username: string) => world.browser().call('sendThawLink', { body: { email: member.email, username } });
    expect(await ask(member.username)).toMatchObject({ status: 200, body: { expiresIn: 1800, resendIn: 60 } });
    expect((await ask(member.username)).body).toMatchObject({ status: 429, code: 'code_too_soon' });
    expect(await mailsTo(world, member.email, 'thawLink')).toEqual([]);
    const [mail, ...more] = await mailsTo(world, member.email, 'onlySupportThaws');
    expect(more).toEqual([]);
    expect(mail?.body).toContain('only support does');
    expect(mail?.body).not.toContain('/Thaw');
    expect(await world.auditOf(member)).not.toContain('thaw_link_sent');
  });

  it('gets none after a sign-in with the right password either', async () => {
    const member = await frozenBySupport();
    expect((await world.browser().signIn({ ...member, password: THIEFS })).status).toBe(401);
    await mailAskedThawLinks(world.services);
    expect([
      await mailsTo(world, member.email, 'thawLink'),
      (await mailsTo(world, member.email, 'onlySupportThaws')).length,
    ]).toEqual([[], 1]);
  });

  it('is not thawed by a link that was mailed while the member’s own freeze lasted', async () => {
    const { member } = await takenOver(world);
    await freezeByMailOf(world, member, 'passwordReset');
    const token = await thawLink(world, member);
    expect(
      await run(world, 'olga', 'members', 'freeze', member.username, '--reason', 'the mailbox was taken over'),
    ).toMatchObject({ code: 0 });
    expect((await run(world, 'olga', 'members', 'show', member.username)).text).toMatch(/FROZEN since \S+ by support/);
    expect((await world.browser().call('thawAccount', { body: { token } })).body.code).toBe('link_invalid');
    expect(await isFrozen(world, member)).toBe(true);
  });

  it('is thawed by support, with a hold if no settled app is bound', async () => {
    const member = await frozenBySupport();
    await reset(world, member, OWNERS);
    world.clock.advance(48 * HOURS);
    expect((await run(world, 'olga', 'members', 'thaw', member.username, '--reason', 'settled')).text).toMatch(
      /is thawed; outgoing money is held until /,
    );
    expect(await heldHours(world, member)).toBe(24);
    expect((await mailsTo(world, member.email, 'accountThawedHeld')).at(-1)?.body).toMatch(/on hold until \d{4}/);
  });
});
