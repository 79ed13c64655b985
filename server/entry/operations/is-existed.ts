import { isUsernameTaken } from '#server/domain/registration/registration.ts';
import type { Handler } from './handler.ts';

/** F-03: whether a username is taken, asked while a newcomer types ("this username already exists", SRC §5). */
export const isExisted: Handler<'isExisted'> = async (services, call) => ({
  status: 200,
  body: { existed: await isUsernameTaken(services.db, call.query.username) },
});
