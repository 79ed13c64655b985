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

/** The number of complaints about the second of two calls after `between`. */
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
    ['no response', (keys) => keys.answer(first, undefined)],
    ['a reload', (keys) => keys.lose(first)],
    ['a server that could not finish it', (keys) => keys.answer(first, unavailable)],
    [
      'a lost response, of which the server knows nothing',
      (keys) => [keys.answer(first, undefined), keys.answer(sent('requests/one', null), isUnknown)],
    ],
  ])('keeps its key after %s', (_, between) => {
    expect(saidOf(first, again, between)).toBe(1);
    expect(saidOf(first, sent('inquiries', 'one'), between)).toBe(0);
    expect(saidOf(first, sent('inquiries', 'two', '{"text":"other"}'), between)).toBe(0);
  });

  it.each<[string, (keys: KeysSeen) => void]>([
    ['its answer', (keys) => keys.answer(first, refused)],
    [
      'a lost response whose outcome the server has reported since',
      (keys) => [keys.answer(first, undefined), keys.answer(sent('requests/one', null), wasDone)],
    ],
  ])('may have another key after %s', (_, between) => expect(saidOf(first, again, between)).toBe(0));
});

it.each([undefined, busy, refused])('what is done to a draft keeps one key, whatever its earlier outcome', (reply) => {
  const first = sent(DRAFT, 'confirm-1', '{"code":"111111"}');
  expect(saidOf(first, sent(DRAFT, 'confirm-2', '{"code":"222222"}'), (keys) => keys.answer(first, reply))).toBe(1);
});

it('what is done to a record may be done again under another key once it was carried out', () => {
  const rename = (key: string) => sent('passkeys/5f8e1c9a-0b5e-4c7e-9a53-2f1f7f6f0c11/rename', key);
  const done: Reply = { status: 200, body: { name: 'Tablet' } };
  expect(saidOf(rename('one'), rename('two'), (keys) => keys.answer(rename('one'), done))).toBe(0);
  expect(saidOf(rename('one'), rename('two'), (keys) => keys.answer(rename('one'), refused))).toBe(1);
});
