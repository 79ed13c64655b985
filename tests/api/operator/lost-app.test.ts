// The operator removes a lost authenticator app: two operators, three days, and mails in between.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import { rich, signedIn } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';
import { HOURS_72, runIn, mailKinds, lastAct } from '../support/operator-acts.ts';

describe('a lost authenticator app', () => {
  let world: World;
  let moved = 0;
  const wait = (seconds: number) => {
    moved += seconds;
    world.clock.advance(seconds);
  };
  beforeAll(async () => void (world = await createWorld()));
  afterEach(() => {
    world.clock.advance(-moved);
    moved = 0;
  });
  afterAll(() => world.close());

  it('is removed after three days by a second operator; the member is notified twice, and money is held', async () => {
    const { member } = await rich(world, {}, { secondFactor: true });
    const [olga, piet] = [runIn(world), runIn(world, 'piet')];
    expect((await olga('members', 'unbind', member.username, '--confirm')).code).toBe(1);
    expect((await olga('members', 'unbind', member.username)).code).toBe(2);
    expect((await olga('members', 'unbind', member.username, '--proof', 'passport by video call')).text).toMatch(
      /^the member is notified by email; from .* on, another operator may confirm it/,
    );
    expect(await lastAct(world)).toMatchObject({
      kind: 'factor_removal_asked',
      memberId: null,
      details: { operator: 'olga', memberId: member.id, proof: 'passport by video call' },
    });
    expect((await olga('members', 'show', member.username)).text).toContain(
      'the app is about to be removed: requested by olga',
    );
    wait(HOURS_72 - 1);
    expect((await piet('members', 'unbind', member.username, '--confirm')).text).toMatch(/^the member has time until /);
    wait(1);
    expect((await olga('members', 'unbind', member.username, '--confirm')).text).toBe(
      'olga has requested it; another operator must confirm it',
    );
    expect((await piet('members', 'unbind', member.username, '--confirm')).code).toBe(0);
    expect(await lastAct(world)).toMatchObject({
      kind: 'two_factor_disabled',
      memberId: member.id,
      details: { operator: 'piet', askedBy: 'olga' },
    });
    expect(
      (await mailKinds(world, member.id)).filter((kind) => kind === 'factorRemovalAsked' || kind === 'twoFactorOff'),
    ).toEqual(['factorRemovalAsked', 'twoFactorOff']);
    expect(await moneyHeldUntil(world.db, world.services, member.id)).toEqual(
      new Date(world.clock.now().getTime() + 24 * 3600_000),
    );
    expect((await world.browser().session(member)).accessToken).toBeTruthy();
  });

  it('stays if it was used meanwhile, if the account was frozen, and if the request is withdrawn', async () => {
    const who = await rich(world, {}, { secondFactor: true });
    const [olga, piet] = [runIn(world), runIn(world, 'piet')];
    await olga('members', 'unbind', who.member.username, '--proof', 'a letter');
    expect((await olga('members', 'unbind', who.member.username, '--proof', 'another')).code).toBe(1);
    wait(HOURS_72);
    await olga('members', 'freeze', who.member.username, '--reason', 'a strange call');
    await olga('members', 'thaw', who.member.username, '--reason', 'settled');
    expect((await piet('members', 'unbind', who.member.username, '--confirm')).text).toMatch(
      /, or the account was frozen, after the request, which withdrew it$/,
    );
    await olga('members', 'unbind', who.member.username, '--proof', 'another letter');
    await signedIn(world, who.member, true);
    moved += 60;
    wait(HOURS_72);
    expect((await piet('members', 'unbind', who.member.username, '--confirm')).text).toMatch(
      /^the app was used or removed, or the account was frozen, after the request/,
    );
    await olga('members', 'unbind', who.member.username, '--proof', 'a third letter');
    expect((await olga('members', 'unbind', who.member.username, '--cancel')).text).toBe(
      `the app of ${who.member.username} stays`,
    );
    expect((await olga('members', 'show', who.member.username)).text).toContain('second factor: app since');
    const plain = await rich(world);
    expect(await olga('members', 'unbind', plain.member.username, '--proof', 'x')).toEqual({
      code: 1,
      text: 'the account has no authenticator app',
    });
  });

  it('is not confused with another one that was bound since', async () => {
    const { member } = await rich(world, {}, { secondFactor: true });
    const [olga, piet] = [runIn(world), runIn(world, 'piet')];
    await olga('members', 'unbind', member.username, '--proof', 'a letter');
    wait(HOURS_72);
    // As after a password reset that removed a provisional app, when the owner has bound an app of their own.
    await world.db
      .updateTable('two_factor')
      .set({ enabled_at: world.clock.now() })
      .where('member_id', '=', member.id)
      .execute();
    expect(await piet('members', 'unbind', member.username, '--confirm')).toEqual({
      code: 1,
      text: 'another app was set up after the request: withdraw it with --cancel',
    });
    expect((await piet('members', 'unbind', member.username, '--cancel')).code).toBe(0);
    const kinds = await world.db.selectFrom('audit_events').select('kind').orderBy('id').execute();
    expect(kinds.at(-1)).toEqual({ kind: 'factor_removal_cancelled' });
    expect(
      await world.db.selectFrom('two_factor').select('member_id').where('member_id', '=', member.id).execute(),
    ).toHaveLength(1);
  });

  const recoveryCode = async ({ member }: Awaited<ReturnType<typeof rich>>) => {
    const browser = world.browser();
    await browser.signIn(member);
    return browser.call('verifyTwoFactor', {
      body: { method: 'recoveryCode', code: member.recoveryCodes[0] ?? '' },
    });
  };
  const freezeLink = async ({ member }: Awaited<ReturnType<typeof rich>>) => {
    const [token = ''] = freezeTokensIn((await mailsTo(world, member.email, 'factorRemovalAsked'))[0]?.body);
    return world.browser().call('freezeByLink', { body: { token } });
  };

  it.each([
    { what: 'a recovery code', object: recoveryCode },
    { what: 'the link of its mail, which freezes the account', object: freezeLink },
  ])('stays for good after $what', async ({ object }) => {
    const who = await rich(world, {}, { secondFactor: true });
    await runIn(world)('members', 'unbind', who.member.username, '--proof', 'a letter');
    expect((await object(who)).status).toBe(200);
    await runIn(world)('members', 'thaw', who.member.username, '--reason', 'settled');
    wait(HOURS_72);
    expect((await runIn(world, 'piet')('members', 'unbind', who.member.username, '--confirm')).text).toMatch(
      /^the app was used or removed, or the account was frozen, after the request/,
    );
    expect(
      await world.db.selectFrom('two_factor').select('member_id').where('member_id', '=', who.member.id).execute(),
    ).toHaveLength(1);
  });
});
