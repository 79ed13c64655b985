// Members for tests. All share one password.
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { nameKey } from '#server/domain/members/members.ts';
import { placeRoot, placeSeat } from '#server/domain/seats/place.ts';
import { newRecoveryCodes, replaceRecoveryCodes } from '#server/domain/second-factor/recovery-codes.ts';
import type { Services } from '#server/domain/services/services.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/platform/crypto/passwords.ts';
import { seal } from '#server/platform/crypto/seal.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';

export const PASSWORD = 'an example passphrase';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** A key that no member has: its codes are wrong everywhere. */
const UNBOUND_KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export interface MemberOptions {
  secondFactor?: boolean;
  culture?: 'en-US' | 'ja-JP' | 'zh-CN';
  name?: string;
  username?: string;
  email?: string;
  /** The seat under whose side the first free place is looked for; the root's left without it. */
  below?: number;
  side?: 'left' | 'right';
}

export interface TestMember {
  id: string;
  username: string;
  password: string;
  email: string;
  seatNo: number;
  /** Empty without a second factor. */
  recoveryCodes: string[];
  /** The code of the member's authenticator app, now or so many steps from now. */
  code(steps?: number): string;
}

/** The least that argon2 takes: the same work on other numbers, without a hundredth of the time. */
export const LIGHTEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Passwords that cost next to nothing; what the product's own cost is told by tests/server/passwords.test.ts. */
export function lightPasswords(): PasswordHasher {
  return createPasswordHasher({ cost: LIGHTEST });
}

/** The hash of the one password, made once for each hasher. */
const sharedHashes = new WeakMap<PasswordHasher, Promise<string>>();

function sharedHash(passwords: PasswordHasher): Promise<string> {
  const hash = sharedHashes.get(passwords) ?? passwords.hash(PASSWORD);
  sharedHashes.set(passwords, hash);
  return hash;
}

/** Adds a member below the root of the tree; the first one becomes the root. */
export async function addMember(services: Services, options: MemberOptions = {}): Promise<TestMember> {
  const { db, clock, passwords } = services;
  const now = clock.now();
  const passwordHash = await sharedHash(passwords);
  const id = randomUUID();
  const username = options.username ?? `Member-${id.slice(0, 13)}`;
  const email = options.email ?? `${username.toLowerCase()}@mail.example`;
  const seatNo = await inTransaction(db, async (trx) => {
    await trx
      .insertInto('members')
      .values({
        id,
        username,
        username_key: nameKey(username),
        name: options.name ?? 'Mika Sato',
        name_key: nameKey(options.name ?? 'Mika Sato'),
        email,
        email_key: nameKey(email),
        email_verified_at: now,
        referral_code: id.slice(0, 13).toUpperCase(),
        password_hash: passwordHash,
        culture: options.culture ?? 'en-US',
        joined_at: now,
      })
      .execute();
    const root = await trx.selectFrom('seats').select('seat_no').where('parent_no', 'is', null).executeTakeFirst();
    if (root === undefined) return placeRoot(trx, { memberId: id, at: now });
    return placeSeat(trx, { memberId: id, from: options.below ?? root.seat_no, side: options.side ?? 'left', at: now });
  });
  const bound =
    options.secondFactor === true ? await bindSecondFactor(services, id) : { key: UNBOUND_KEY, recoveryCodes: [] };
  return {
    id,
    username,
    password: PASSWORD,
    email,
    seatNo,
    recoveryCodes: bound.recoveryCodes,
    code: (steps = 0) => codeOfKey(bound.key, clock.now(), steps),
  };
}

/** Binds an authenticator app to a member; its key in base 32, and fresh recovery codes. */
export async function bindSecondFactor(
  { db, clock, keys, random }: Services,
  memberId: string,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const secret = random.bytes(SECRET_BYTES);
  const recoveryCodes = newRecoveryCodes(random);
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    const sealed = seal(keys.twoFactorSecret, secret, { owner: memberId, random });
    await trx
      .insertInto('two_factor')
      .values({ member_id: memberId, secret_sealed: sealed, enabled_at: now, last_step: 0 })
      .execute();
    await replaceRecoveryCodes(trx, { memberId, codes: recoveryCodes, keys, now });
  });
  return { key: new Secret({ buffer: Uint8Array.from(secret).buffer }).base32, recoveryCodes };
}

/** The code of a key as an authenticator app would show it. */
export function codeOfKey(base32: string, now: Date, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(base32) });
  return totp.generate({ timestamp: now.getTime() + steps * STEP_SECONDS * 1000 });
}
