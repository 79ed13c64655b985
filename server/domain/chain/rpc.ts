// JSON-RPC over HTTP, as both Bitcoin Core and Ethereum's nodes speak it.
import { callOut } from '#server/platform/system/call-out.ts';

/**
 * The node cannot be used now; trying again later may help. The message names no URL, since it may contain a password.
 */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  /** The code of the node's own error; null if it did not answer at all. */
  readonly code: number | null;
  /** The status of the HTTP answer that said so; null if there was none. */
  readonly status: number | null;

  constructor(message: string, code: number | null = null, status: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The node gave no answer at all. */
export class NodeSilent extends NodeError {}

/** Invalid request, no such method, invalid parameters (JSON-RPC 2.0), method not supported (EIP-1474). */
const REFUSING_CODES: readonly number[] = [-32_600, -32_601, -32_602, -32_004];
/**
 * What a node answers that may answer otherwise later: a server error, which a node that lags gives too, a resource
 * that is not there or not available, a limit that is exceeded (EIP-1474), a timeout (Nethermind), an internal error
 * (JSON-RPC 2.0), and Bitcoin Core while it starts.
 */
const PASSING_CODES: readonly number[] = [-32_000, -32_001, -32_002, -32_005, -32_016, -32_017, -32_603, -28];
const [BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, TIMEOUT, TOO_EARLY, TOO_MANY, SERVER_ERROR] = [
  400, 401, 403, 408, 425, 429, 500,
] as const;
const PASSING_STATUSES: readonly number[] = [TIMEOUT, TOO_EARLY, TOO_MANY];

/**
 * Whether a call fails however often it is made, unlike one that came too often or while the node was starting. What is
 * not known to last is taken to pass: a block whose payments may be missing is not passed over.
 */
export function refusesMethod(error: unknown): boolean {
  if (!(error instanceof NodeError)) return false;
  const { code, status } = error;
  if (code !== null && REFUSING_CODES.includes(code)) return true;
  if (status !== null && (PASSING_STATUSES.includes(status) || status >= SERVER_ERROR)) return false;
  if (code !== null && code !== 0) return !PASSING_CODES.includes(code);
  return status !== null && status >= BAD_REQUEST;
}

export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>;

const TIMEOUT_MS = 20_000;
/**
 * The longest answers are blocks: one of Bitcoin has at most 4 MB, which is 8 MB in hex, and one of Ethereum 10 MiB,
 * two or three times as long in JSON.
 */
const MOST_BYTES = 67_108_864;

/**
 * A caller of the node at a URL; the URL may carry a user and a password.
 *
 * @param url read at each call, since the development chain's is known only once it runs; null while it is not running
 * @param mostBytes how much of an answer is read
 */
export function createRpc(url: () => string | null, mostBytes = MOST_BYTES): Rpc {
  let id = 0;
  return async (method, params) => {
    const target = url();
    if (target === null) throw new NodeSilent('the node is not running yet');
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const { result, error, status } = await post(target, { body, method, mostBytes });
    if (error !== undefined && error !== null) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      throw new NodeError(`${method} was refused: ${String(message)}`, typeof code === 'number' ? code : 0, status);
    }
    if (result === undefined && status >= LEAST_ERROR_STATUS) throw noJsonRpc(method, status);
    return result;
  };
}

async function post(
  url: string,
  { body, method, mostBytes }: { readonly body: string; readonly method: string; readonly mostBytes: number },
): Promise<{ result?: unknown; error?: unknown; status: number }> {
  const { username, password, href } = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (username !== '')
    headers.authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
  try {
    const { status, body: told } = await callOut(withoutUser(href), {
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      mostBytes: (answered) => (isRefused(answered) ? 0 : mostBytes),
    });
    if (isRefused(status)) throw refused(method, status);
    // Bitcoin Core answers errors with 500 and a body that says why.
    const answer = parsedOrNull(told);
    if (typeof answer !== 'object' || answer === null) throw noJsonRpc(method, status);
    return { ...answer, status };
  } catch (error) {
    throw error instanceof NodeError
      ? error
      : new NodeSilent(`the node gave no answer to ${method} (${reasonOf(error)})`);
  }
}

const LEAST_ERROR_STATUS = 400;

const isRefused = (status: number): boolean => status === UNAUTHORIZED || status === FORBIDDEN;

/** Which of the three it is, the answer does not say: a proxy may let only some methods through. */
function refused(method: string, status: number): NodeError {
  return new NodeError(`the node refuses the user or the password of its URL, or ${method}`, null, status);
}

function noJsonRpc(method: string, status: number): NodeError {
  const how = status < LEAST_ERROR_STATUS ? '' : ` (HTTP ${status})`;
  return new NodeError(`${method} was answered with something other than JSON-RPC${how}`, null, status);
}

/** A proxy answers in words of its own, or in HTML. */
function parsedOrNull(told: string): unknown {
  try {
    return JSON.parse(told);
  } catch {
    return null;
  }
}

function withoutUser(href: string): string {
  const url = new URL(href);
  url.username = '';
  url.password = '';
  return url.href;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name;
}
