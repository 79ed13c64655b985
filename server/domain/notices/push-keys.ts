// The keys by which push services know the club. Browsers subscribe to them, so they outlive the secret, which seals
// the private one.
import { PRIVATE_KEY_BYTES, publicKeyOf, type PushKeys } from '#server/platform/push/message.ts';
import type { Services } from '#server/domain/services/services.ts';
import { seal, unsealEither } from '#server/platform/crypto/seal.ts';

const ONLY = 1;

/** The club's keys, made at the first start; of several processes, all have those of the first. */
export async function readPushKeys(services: Pick<Services, 'db' | 'keys' | 'random' | 'clock'>): Promise<PushKeys> {
  const { db, keys, random, clock } = services;
  const find = () =>
    db.selectFrom('push_keys').select(['public_key', 'private_sealed']).where('id', '=', ONLY).executeTakeFirst();
  let row = await find();
  if (row === undefined) {
    const privateKey = random.bytes(PRIVATE_KEY_BYTES);
    await db
      .insertInto('push_keys')
      .values({
        id: ONLY,
        public_key: publicKeyOf(privateKey),
        private_sealed: seal(keys.pushKey, privateKey, { owner: String(ONLY), random }),
        made_at: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find();
  }
  if (row === undefined) throw new Error('the keys for push services are gone');
  return { publicKey: row.public_key, privateKey: unsealEither(keys, 'pushKey', row.private_sealed, String(ONLY)) };
}
