import { describe, expect, it } from 'vitest';
import type { Reply } from '#machines/chart/cases.ts';
import { KeysSeen } from '#walk/component/keys.ts';
import type { Sent } from '#walk/component/network.ts';

const DRAFT = 'drafts/5f8e1c9a-0b5e-4c7e-9a53-2f1f7f6f0c11/confirm';
const busy: Reply = { status: 409, body: { code: 'request_running' } };
const unavailable: Reply = { status: 503, body: { code: 'unavailable' } };
const refused: Reply = { status: 400, body: { code: 'code_incorrect' } };
const wasDone: Reply = { status: 200, body: { state: 'done' } };
const isUnknown: Reply = { status: 200, body: { state: 'unknown' } };

function sent(path: string, key: string | null, body = '{}'): Sent {
  const request = new Request(`http://localhost/api/${path}`, {
    method: key === null ? 'GET' : 'POST',
    headers: key === null ? {} : { 'Idempotency-Key': key },
  });
  return { operationId: path.split('/').at(-1) ?? '', request, body, answer: () => undefined, fail: () => undefined };
}

/** What is said of the second of two calls after `between`. */
function saidOf(first: Sent, second: Sent, between: (keys: KeysSeen) => void): number {
  const keys = new KeysSeen();
  keys.keep(first);
  between(keys);
  return keys.complaints(second).length;
}

describe('the same call', () => {
  const first = sent('inquiries', 'one');
  const again = sent('inquiries', 'two');

  it.each<[string, (keys: KeysSeen) => void]>([
    ['no answer', (keys) => keys.answer(first, undefined)],
    ['a page that was loaded again', (keys) => keys.lose(first)],
    ['a server that could not finish it', (keys) => keys.answer(first, unavailable)],
    [
      'a lost answer, of which the server knows nothing',
      (keys) => [keys.answer(first, undefined), keys.answer(sent('requests/one', null), isUnknown)],
    ],
  ])('goes under its key after %s', (_, between) => {
    expect(saidOf(first, again, between)).toBe(1);
    expect(saidOf(first, sent('inquiries', 'one'), between)).toBe(0);
    expect(saidOf(first, sent('inquiries', 'two', '{"text":"other"}'), between)).toBe(0);
  });

  it.each<[string, (keys: KeysSeen) => void]>([
    ['its answer', (keys) => keys.answer(first, refused)],
    [
      'a lost answer that the server has told since',
      (keys) => [keys.answer(first, undefined), keys.answer(sent('requests/one', null), wasDone)],
    ],
  ])('may go under another one after %s', (_, between) => expect(saidOf(first, again, between)).toBe(0));
});

it.each([undefined, busy, refused])(
  'what is done to a draft goes under one key, whatever came of it before',
  (reply) => {
    const first = sent(DRAFT, 'confirm-1', '{"code":"111111"}');
    expect(saidOf(first, sent(DRAFT, 'confirm-2', '{"code":"222222"}'), (keys) => keys.answer(first, reply))).toBe(1);
  },
);
