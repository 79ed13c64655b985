import { describe, expect, it, vi } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { createApi, type ApiOptions } from '#src/api/client.ts';
import { errorLines, type ProblemBody } from '#src/api/problems.ts';
import { settle, UndocumentedAnswer } from '#src/api/settle.ts';
import { dataOf } from '#src/reads/answers.ts';
import { apiBase } from '#src/services/services.ts';

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function apiThat(answers: (request: Request) => Promise<Response>, options: Partial<ApiOptions> = {}) {
  const sent: Request[] = [];
  const onSessionEnded = vi.fn();
  const onMaintenance = vi.fn();
  const api = createApi({
    baseUrl: 'https://wallet.example/api',
    culture: () => 'ja-JP',
    accessToken: () => Promise.resolve('pat_one'),
    onSessionEnded,
    onMaintenance,
    fetch: (request) => {
      sent.push(request);
      return answers(request);
    },
    ...options,
  });
  return { api, sent, onSessionEnded, onMaintenance };
}

describe('the client', () => {
  it('sends no token with the calls that are open to everybody, and the member’s with all others', async () => {
    const { api, sent } = apiThat(() => Promise.resolve(json(200, {})));
    const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { readonly security?: readonly object[] }>).map(
        ([method, { security }]) => {
          // The body of signing out has the token that was just forgotten.
          return { path, method, bearer: security?.length === 0 || path === '/token/revoke' ? null : 'Bearer pat_one' };
        },
      ),
    );
    for (const { path, method } of calls) await (method === 'get' ? api.GET : api.POST)(path as never, {} as never);
    expect(sent.map(({ headers }, index) => ({ ...calls[index], bearer: headers.get('Authorization') }))).toEqual(
      calls,
    );
  });

  it('sends the culture with every call and the bearer with those that need one', async () => {
    const { api, sent } = apiThat(() => Promise.resolve(json(200, {})));
    await api.GET('/account/userInfo');
    await api.GET('/rules');
    expect(sent.map(({ url }) => url)).toEqual([
      'https://wallet.example/api/account/userInfo?culture=ja-JP',
      'https://wallet.example/api/rules?culture=ja-JP',
    ]);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer pat_one', null]);
  });

  it('reports a 401 with the token that the call carried, after the caller has the response', async () => {
    const { api, onSessionEnded } = apiThat(() => Promise.resolve(json(401, { code: 'session_ended' })));
    await api.GET('/account/userInfo');
    expect(onSessionEnded).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(onSessionEnded).toHaveBeenCalledWith('pat_one'));
  });

  it('reports maintenance after the caller has the response, and nothing else that is unavailable', async () => {
    const { api, onMaintenance } = apiThat(() => Promise.resolve(json(503, { code: 'maintenance' })));
    await api.GET('/rules');
    expect(onMaintenance).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(onMaintenance).toHaveBeenCalledOnce());
    for (const answer of [
      () => json(503, { code: 'books_stopped' }),
      () => new Response('<html>a proxy</html>', { status: 503 }),
      () => json(200, { code: 'maintenance' }),
    ]) {
      const other = apiThat(() => Promise.resolve(answer()));
      await other.api.GET('/rules');
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(other.onMaintenance).not.toHaveBeenCalled();
    }
  });

  it('takes what an endpoint of its own answers neither for the club nor for the end of the session', async () => {
    const onReached = vi.fn();
    for (const [status, code] of [
      [401, 'session_ended'],
      [503, 'maintenance'],
      [503, 'unavailable'],
    ] as const) {
      const { api, onSessionEnded, onMaintenance } = apiThat(
        ({ url }) => Promise.resolve(url.startsWith('https://rates.example/') ? json(status, { code }) : json(200, {})),
        { onReached },
      );
      await api.GET('/events', { baseUrl: 'https://rates.example/v1' });
      await api.GET('/rules');
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect([onSessionEnded, onMaintenance, onReached].map(({ mock }) => mock.calls)).toEqual([[], [], []]);
    }
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('no network')), true],
    ["a server that can't work", () => Promise.resolve(json(503, { code: 'unavailable' })), false],
    ["a proxy's own answer", () => Promise.resolve(new Response('<html>a proxy</html>', { status: 503 })), false],
  ])('after %s reports the first response that shows that it is over', async (_, away, doesStatusSay) => {
    const onReached = vi.fn();
    let isAway = true;
    const { api } = apiThat(
      (request) => (isAway && !request.url.includes('/status') ? away() : Promise.resolve(json(200, {}))),
      { onReached },
    );
    const told = async () => (await new Promise((resolve) => setTimeout(resolve, 5)), onReached.mock.calls.length);
    await api.GET('/rules').catch(() => undefined);
    // The status is answered without the database, so it only proves that the server is there.
    await api.GET('/status');
    expect(await told()).toBe(doesStatusSay ? 1 : 0);
    isAway = false;
    await api.GET('/rules');
    expect(await told()).toBe(1);
    await api.GET('/rules');
    expect(await told()).toBe(1);
  });

  it.each([
    ['is answered', (answer: (response: Response) => void) => answer(json(200, {}))],
    ['is refused', (answer: (response: Response) => void) => answer(json(403, { code: 'frozen' }))],
    ['gets no answer', (_: unknown, lose: (error: Error) => void) => lose(new TypeError('no network'))],
  ])(
    'reports an act as it is sent, and again once it %s, since what was read meanwhile may be older',
    async (_, end) => {
      const onAct = vi.fn();
      let [answer, lose]: [(response: Response) => void, (error: Error) => void] = [() => undefined, () => undefined];
      const { api, sent } = apiThat(
        () => new Promise<Response>((resolve, reject) => void ([answer, lose] = [resolve, reject])),
        { onAct },
      );
      const call = api.POST('/token/revoke', { body: {} }).catch(() => undefined);
      await vi.waitFor(() => expect(sent).toHaveLength(1));
      expect(onAct).toHaveBeenCalledTimes(1);
      end(answer, lose);
      await call;
      expect(onAct).toHaveBeenCalledTimes(2);
    },
  );

  it('reports no act for what only reads', async () => {
    const onAct = vi.fn();
    await apiThat(() => Promise.resolve(json(200, {})), { onAct }).api.GET('/rules');
    expect(onAct).not.toHaveBeenCalled();
  });

  it('rejects if no response arrives in time', async () => {
    const { api } = apiThat(
      (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
      { timeout: 20 },
    );
    await expect(api.GET('/rules')).rejects.toThrow('aborted');
  });

  it('gives a stream unlimited time once it has begun, and no more than others before', async () => {
    const slow = () =>
      new ReadableStream({
        start: (controller) =>
          void setTimeout(() => (controller.enqueue(new TextEncoder().encode('a,b')), controller.close()), 60),
      });
    const { api } = apiThat(() => Promise.resolve(new Response(slow(), { headers: { 'content-type': 'text/csv' } })), {
      timeout: 20,
    });
    const path = { kind: 'withdrawal' } as const;
    const { data } = await api.GET('/histories/{kind}/csv', {
      params: { path },
      headers: { Accept: 'text/csv' },
      parseAs: 'text',
    });
    expect(data).toBe('a,b');
    const never = apiThat(
      (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
      { timeout: 20 },
    );
    await expect(
      never.api.GET('/rates/events', { headers: { Accept: 'text/event-stream' }, parseAs: 'stream' }),
    ).rejects.toThrow('aborted');
  });

  /** Every operation whose response is not JSON is read as a stream. */
  const goingOn = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.values(
      methods as Record<string, { readonly responses: Readonly<Record<string, { readonly content?: object }>> }>,
    ).flatMap(({ responses }) => {
      const types = Object.keys(responses['200']?.content ?? {});
      return types.length === 0 || types.includes('application/json') ? [] : types.map((type) => [path, type] as const);
    }),
  );

  it('knows every stream', () => {
    expect(goingOn).toEqual([
      ['/rates/events', 'text/event-stream'],
      ['/histories/{kind}/csv', 'text/csv'],
      ['/statements/{period}/csv', 'text/csv'],
      ['/statements/{period}/pdf', 'application/pdf'],
      ['/events', 'text/event-stream'],
    ]);
  });

  it.each([
    ...goingOn.map(([path, type]) => ({ path, type, ends: false })),
    { path: '/rules', type: 'application/json', ends: true },
  ])('aborts $path after it has begun: $ends', async ({ path, type, ends }) => {
    const { api, sent } = apiThat(() => Promise.resolve(new Response('{}', { headers: { 'content-type': type } })), {
      timeout: 30,
    });
    const params = { path: { kind: 'withdrawal' } };
    // As the app asks: only for a stream by its type.
    const parameters = ends ? { params } : { params, headers: { Accept: type }, parseAs: 'stream' };
    await (api.GET as (path: string, parameters: object) => Promise<unknown>)(path, parameters);
    expect(sent[0]?.signal.aborted).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(sent[0]?.signal.aborted).toBe(ends);
  });

  it('waits a quarter of a minute for a response', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const { api } = apiThat(() => Promise.resolve(json(200, {})));
    await api.GET('/rules');
    expect(limit.mock.calls).toEqual([[15_000]]);
    limit.mockRestore();
  });

  it('never settles for a caller that aborted', async () => {
    const { api } = apiThat(
      (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
    );
    const leaving = new AbortController();
    const settled = vi.fn();
    api.GET('/rules', { signal: leaving.signal }).then(settled, settled);
    await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(settled).not.toHaveBeenCalled();
  });
});

describe('a response', () => {
  const call = (response: Response) => apiThat(() => Promise.resolve(response)).api.POST('/token/revoke', { body: {} });
  const code = (body: ProblemBody) => body.code;
  const readProblems = {
    400: { invalid_request: code },
    429: { too_many_requests: code },
    500: { internal: code },
    503: { maintenance: code, unavailable: code },
  };
  const problems = {
    ...readProblems,
    413: { payload_too_large: code },
    415: { unsupported_media_type: code },
  };
  const revoke = (response: Response) =>
    settle<'revokeToken', string>(call(response), { ...problems, 204: () => 'gone' });

  it('becomes the outcome of its status', async () => {
    expect(await revoke(new Response(null, { status: 204 }))).toBe('gone');
    expect(await revoke(json(503, { code: 'maintenance' }))).toBe('maintenance');
  });

  it.each([
    [401, 'session_ended'],
    [403, 'insufficient_permission'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [418, null],
  ])('with the undocumented status %i still means what SRC §8 says of it', async (status, code) => {
    await expect(revoke(new Response('<html>a proxy</html>', { status }))).rejects.toMatchObject({
      undocumented: true,
      code,
    });
  });

  it('with a problem that has no code of ours still means what SRC §8 says of its status', async () => {
    await expect(revoke(json(429, { message: 'a proxy' }))).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('with a code that is not documented for its status does not become a kind that a flow knows', async () => {
    await expect(revoke(json(429, { code: 'asset_paused' }))).rejects.toMatchObject({ undocumented: true, code: null });
    await expect(revoke(json(429, { code: 'constructor' }))).rejects.toMatchObject({ undocumented: true, code: null });
  });

  it('with a body of another shape is undocumented', async () => {
    await expect(revoke(new Response('"text"', { status: 500 }))).rejects.toBeInstanceOf(UndocumentedAnswer);
    const broken = apiThat(() => Promise.resolve(new Response('{"broken":', { status: 200 }))).api.GET('/rules');
    await expect(settle<'getRules', string>(broken, { ...readProblems, 200: () => 'rules' })).rejects.toBeInstanceOf(
      UndocumentedAnswer,
    );
  });

  it.each([
    ['elsewhere', new SyntaxError('Unexpected end of JSON input')],
    // Not even an instance of the error class that its own JSON.parse throws.
    ['in Safari', new DOMException('The string did not match the expected pattern.', 'SyntaxError')],
  ])('that is not JSON is undocumented, with the error %s', async (_, error) => {
    const response = Object.assign(json(200, {}), {
      json: () => Promise.reject(error),
      text: () => Promise.reject(error),
    });
    const rules = () => apiThat(() => Promise.resolve(response)).api.GET('/rules');
    await expect(settle<'getRules', string>(rules(), { ...readProblems, 200: () => 'rules' })).rejects.toBeInstanceOf(
      UndocumentedAnswer,
    );
    await expect(dataOf(rules())).rejects.toBeInstanceOf(UndocumentedAnswer);
  });

  it('with 400 shows its errors line by line, whether a list or a map', () => {
    expect(errorLines(undefined)).toEqual([]);
    expect(errorLines(['One.', 'Two.'])).toEqual(['One.', 'Two.']);
    expect(errorLines({ username: 'One.', password: ['Two.', 'Three.'] })).toEqual(['One.', 'Two.', 'Three.']);
  });
});

describe('the base URL of the API', () => {
  const environment = { origin: 'https://wallet.example', apiOrigins: ['https://api.example'] };

  it.each([
    [null, 'https://wallet.example/api'],
    ['https://wallet.example/other', 'https://wallet.example/other'],
    ['https://api.example/v1', 'https://api.example/v1'],
    ['https://evil.example/api', 'https://wallet.example/api'],
    ['https://api.example.evil.example', 'https://wallet.example/api'],
    ['javascript:alert(1)', 'https://wallet.example/api'],
    ['not an address', 'https://wallet.example/api'],
  ])('for the override %s is %s', (override, base) => {
    expect(apiBase(override, environment)).toBe(base);
  });
});
