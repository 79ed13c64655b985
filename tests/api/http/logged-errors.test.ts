// What the log stores of an unexpected error: enough to find it, and nothing of the row.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlers } from '#server/entry/handlers.ts';
import { loggedError } from '#server/entry/http/logged-error.ts';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

const SECRET = 'argon2id-of-somebody-hunter2';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    handlers: {
      ...handlers,
      // A row that violates a constraint: PostgreSQL includes all of it in the error's detail.
      getStatus: async (services: World['services']) => {
        await sql`CREATE TABLE IF NOT EXISTS planted (password_hash text NOT NULL, age integer CHECK (age > 0))`.execute(
          services.db,
        );
        await sql`INSERT INTO planted (password_hash, age) VALUES (${SECRET}, -1)`.execute(services.db);
      },
    },
  });
});
afterAll(() => world.close());

describe('an unexpected error', () => {
  it('is logged with its kind, message, code and stack, without the row that failed', async () => {
    await world.app.inject(requestTo('getStatus'));
    const line =
      world
        .logs()
        .split('\n')
        .find((text) => text.includes('request failed')) ?? '{}';
    const { err } = JSON.parse(line);
    expect(err).toMatchObject({
      code: '23514',
      message: expect.stringContaining('violates check constraint'),
      stack: expect.stringContaining('at '),
    });
    expect(Object.keys(err).sort()).toEqual(['code', 'message', 'stack', 'type']);
    expect(world.logs()).not.toContain(SECRET);
  });

  it('is logged with all its causes, and nothing else that was attached to it', () => {
    const cause = Object.assign(new Error('refused'), { code: '23505', detail: SECRET, parameters: [SECRET] });
    const logged = loggedError(
      Object.assign(new Error('failed', { cause }), { where: SECRET, row: { password: SECRET } }),
    );
    expect(logged).toMatchObject({ type: 'Error', message: 'failed', cause: { message: 'refused', code: '23505' } });
    expect(JSON.stringify(logged)).not.toContain(SECRET);
    const circle = new Error('round');
    circle.cause = circle;
    expect(() => JSON.stringify(loggedError(circle))).not.toThrow();
    expect(loggedError({ password: SECRET })).toEqual({ type: 'unknown', message: 'object', stack: '' });
  });
});
