// Calls under keys as their senders remember them: what was sent, and what came back, if anything did.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, Call, OperationId, SendRequest } from '#tests/api/support/call.ts';
import { callsBy } from '#tests/api/support/call.ts';
import type { Person } from './club.ts';

/** The caller has no answer: the connection broke, or nothing came for too long. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

/** A call that changes something. */
export interface Sent {
  readonly person: Person;
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly request: SendRequest;
  /** Null: nobody knows its outcome. */
  answer: Answer | null;
}

export interface Where {
  /** Where the server is at this moment. */
  origin(): string;
  /** How long a caller waits for an answer at this moment; half a minute where nothing is said. */
  readonly patienceMs?: () => number | undefined;
}

const PATIENCE_MS = 30_000;
const FAILURE = 500;

/** Sends one request, once. @throws Lost */
export async function sendOnce(where: Where, sent: Pick<Sent, 'method' | 'path' | 'request'>): Promise<Answer> {
  const { token, key, body, headers } = sent.request;
  try {
    const response = await fetch(`${where.origin()}/api${sent.path}`, {
      method: sent.method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(where.patienceMs?.() ?? PATIENCE_MS),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: Object.fromEntries(response.headers),
    };
  } catch (error) {
    throw new Lost(String((error as Error).cause ?? error));
  }
}

/**
 * Whether a call is to be sent again later. The server must say so, and when: any other failure is a mistake of its
 * own.
 */
export function isUnavailable(operationId: string, { status, body, headers }: Answer): boolean {
  if (status < FAILURE) return false;
  assert.equal(body?.code, 'unavailable', `${operationId} was answered ${status} ${JSON.stringify(body)}`);
  assert.match(String(headers['retry-after']), /^\d+$/, `${operationId} was not told when to come back`);
  return true;
}

export class Calls {
  readonly sent: Sent[] = [];
  /** How often the server has said that it is unavailable. */
  unavailable = 0;
  private readonly where: Where;

  constructor(where: Where) {
    this.where = where;
  }

  /** Calls of a person, each of which is remembered. @throws Lost where no answer came; it is remembered as well */
  by(person: Person, token: () => string): Call {
    // The contract's client knows the path of an operation; only `by` says which one it was.
    return (operationId, ...given) =>
      callsBy(async (method, path, request) => {
        const sent: Sent = {
          ...{ person, operationId, method, path },
          request: { token: token(), key: method === 'POST' ? randomUUID() : undefined, ...request },
          answer: null,
        };
        if (method === 'POST') this.sent.push(sent);
        const answer = await sendOnce(this.where, sent);
        // A server that is unavailable may have done it all the same.
        if (isUnavailable(operationId, answer)) this.unavailable += 1;
        else sent.answer = answer;
        return answer;
      }).call(operationId, ...given);
  }

  get acknowledged(): number {
    return this.sent.filter(({ answer }) => answer?.status === 200).length;
  }

  get lost(): Sent[] {
    return this.sent.filter(({ answer }) => answer === null);
  }
}
