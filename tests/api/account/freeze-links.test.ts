// The link in mails about an account that freezes it: without signing in, valid once, void together with older ones.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { changeAddress } from '../support/changed-address.ts';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';
import { anybody, ask, thaw, signedIn, tokenFor, isFrozen } from '../support/frozen-accounts.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('the link that freezes', () => {
  const freezeBy = (token: string, key?: string) => anybody(world).call('freezeByLink', { body: { token }, key });
  const freezeTokens = async (member: TestMember) =>
    (await mailsTo(world, member.email)).flatMap(({ body }) => freezeTokensIn(body));

  /** A member whose password was changed, by whomever; the mail about it has the link. */
  async function alarmed() {
    const member = await world.member();
    const session = await signedIn(world, member);
    const newPassword = 'correct horse battery';
    expect(
      (
        await session.browser.call('changePassword', {
          body: { password: member.password, newPassword },
          token: session.token,
        })
      ).status,
    ).toBe(200);
    const [token = ''] = await freezeTokens(member);
    return { member: { ...member, password: newPassword }, ...session, link: token };
  }

  it('ends all sessions without signing anybody in, and is reported', async () => {
    const { member, browser, token, link } = await alarmed();
    expect(link).toMatch(/^frz_[\w-]{43}$/);
    const answer = await freezeBy(link);
    expect(answer).toMatchObject({
      status: 200,
      body: { frozenAt: world.clock.now().toISOString(), thawBy: 'member' },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await browser.call('getUserInfo', { token })).body.code).toBe('session_ended');
    expect((await anybody(world).signIn(member)).body.code).toBe('invalid_login');
    expect(await mailsTo(world, member.email, 'accountFrozen')).toHaveLength(1);
    expect((await world.auditOf(member)).filter((kind) => kind === 'account_frozen')).toHaveLength(1);
  });

  it('is stored as a hash, is in the fragment of the URL, and changes nothing when it is opened', async () => {
    const { member, link } = await alarmed();
    expect((await mailsTo(world, member.email, 'passwordChanged'))[0]?.body).toContain(
      `https://wallet.example/Freeze?culture=en-US#token=${link}`,
    );
    const rows = await world.db.selectFrom('freeze_links').select('token_hash').execute();
    expect(rows.map((row) => row.token_hash.toString('latin1')).join()).not.toContain(link);
    expect((await anybody(world).send('GET', `/account/freezeByLink?token=${link}`)).status).toBe(405);
    expect(await isFrozen(world, member)).toBe(false);
  });

  it('works once, and voids the member’s older links', async () => {
    const { member, link } = await alarmed();
    const again = await signedIn(world, member);
    // Mails of the same time arrive in any order.
    world.clock.advance(1);
    await again.browser.call('changePassword', {
      body: { password: member.password, newPassword: 'another horse battery' },
      token: again.token,
    });
    const [later = '', ...more] = (await freezeTokens(member)).filter((token) => token !== link);
    expect(more).toEqual([]);
    expect((await freezeBy(later)).status).toBe(200);
    await ask(world, member);
    await thaw(world, { token: await tokenFor(world, member) });
    for (const used of [link, later])
      expect((await freezeBy(used)).body).toMatchObject({ status: 400, code: 'link_invalid' });
    expect(await isFrozen(world, member)).toBe(false);
  });

  it('is valid for seven days', async () => {
    const [last, late] = [await alarmed(), await alarmed()];
    world.clock.advance(7 * 86_400 - 1);
    expect((await freezeBy(last.link)).status).toBe(200);
    world.clock.advance(1);
    expect((await freezeBy(late.link)).body.code).toBe('link_invalid');
    expect(await isFrozen(world, late.member)).toBe(false);
  });

  it('freezes only its own account; other tokens freeze none', async () => {
    const [mine, other] = [await alarmed(), await alarmed()];
    for (const foreign of [mine.token, mine.refreshToken, `frz_${'A'.repeat(43)}`, '\u0000'])
      expect((await freezeBy(foreign)).body.code).toBe('link_invalid');
    for (const body of [{}, { token: '' }, { token: 7 }])
      expect((await anybody(world).callUnchecked('freezeByLink', { body })).body).toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
    expect([await isFrozen(world, mine.member), await isFrozen(world, other.member)]).toEqual([false, false]);
    await freezeBy(mine.link);
    expect([await isFrozen(world, mine.member), await isFrozen(world, other.member)]).toEqual([true, false]);
  });

  it('has one effect and sends one mail if it is pressed twice at once', async () => {
    const { member, link } = await alarmed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => freezeBy(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(9);
    expect(await mailsTo(world, member.email, 'accountFrozen')).toHaveLength(1);
  });

  it('of a former address says that only support thaws the account, in the mail, the token and the answer', async () => {
    const { member, browser, token } = await alarmed();
    await changeAddress(world, member, { browser, token }, `next-${member.email}`);
    const [mail] = await mailsTo(world, member.email, 'emailChangedOld');
    expect(mail?.body).toContain('only support can unfreeze');
    const [link = ''] = freezeTokensIn(mail?.body);
    expect(link).toMatch(/^frf_/);
    expect((await freezeBy(link)).body).toMatchObject({ thawBy: 'support' });
  });

  it('of a mail about an account that is frozen says so, and who thaws it is what it was', async () => {
    const { member } = await alarmed();
    const freeze = async (frozenBy: 'member' | 'support') => {
      world.clock.advance(1);
      const now = world.clock.now();
      await world.db
        .updateTable('members')
        .set({ frozen_at: now, frozen_by: frozenBy })
        .where('id', '=', member.id)
        .execute();
      await inTransaction(world.db, (trx) =>
        enqueueAlarm(trx, world.services, { kind: 'twoFactorDropped', memberId: member.id, device: null, now }),
      );
      const mail = (await mailsTo(world, member.email, 'twoFactorDropped')).at(-1);
      expect(mail?.body).toContain('The account is frozen now.');
      expect(mail?.body).not.toContain('If this wasn’t you, freeze');
      return (await freezeBy(freezeTokensIn(mail?.body)[0] ?? '')).body.thawBy as string;
    };
    expect([await freeze('member'), await freeze('support')]).toEqual(['member', 'support']);
  });

  it('answers a repetition alike, and returns its outcome to anyone who has its key', async () => {
    const { link } = await alarmed();
    const key = randomUUID();
    const first = await freezeBy(link, key);
    expect((await freezeBy(link, key)).body).toEqual(first.body);
    expect((await anybody(world).call('getRequestOutcome', { path: { key } })).body).toMatchObject({
      state: 'done',
      operationId: 'freezeByLink',
      answer: first.body,
    });
  });
});
