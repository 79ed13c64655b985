import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { createActor, toPromise, type AnyActorLogic } from 'xstate';
import type { Problem } from '#machines/chart/problem.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { createRun } from '#src/flows/sign-up/sign-up.run.ts';
import { CHOICES } from '#src/services/choices.ts';
import { createServices, type Services } from '#src/services/services.ts';
import { LOADED_MEMBER } from '#src/session/session.ports.ts';
import type { MailedLink } from '#src/flows/email-change/email-change.ports.ts';
import type { TwoFactorSecrets } from '#src/flows/two-factor/two-factor.ports.ts';
import type { UserInfo } from '#src/services/storage.ts';
import { memory } from './memory.ts';

/** What one run of a flow keeps besides its machine: what its ports store that no machine may know. */
interface Run {
  readonly mailed: MailedLink;
  readonly secrets: TwoFactorSecrets;
}

/** A run that has just begun. */
function newRun(): Run {
  return { mailed: { token: 'token of a mail' }, secrets: { info: null, recoveryCodes: [] } };
}

/** A passkey that a device has made, as the flow keeps it until it is added. */
export const MADE = {
  name: 'made name',
  credential: { id: 'made', clientDataJSON: 'said', attestationObject: 'attested', transports: ['internal'] },
} as const;

/** What a device has signed, as the step keeps it until it is sent. */
export const SIGNED = {
  id: 'made',
  clientDataJSON: 'said',
  authenticatorData: 'authenticated',
  signature: 'signed',
  userHandle: null,
} as const;

/** What the ports of a flow are given beside the services, by their function's name; of most, nothing. */
const extraInputs: Readonly<Record<string, (services: Services, run: Run) => unknown>> = {
  accountThawPorts: () => 'token of a mail',
  allowListPorts: () => ({ said: null }),
  confirmationPorts: () => ({ options: null, credential: SIGNED }),
  emailChangePorts: (_, { mailed }) => mailed,
  freezeLinkPorts: () => 'token of a mail',
  signUpPorts: (services) => {
    const run = createRun(services);
    run.termsShown(1);
    return run;
  },
  twoFactorPorts: (_, { secrets }) => secrets,
  // What a device has made for a member who named it.
  passkeysPorts: () => ({ list: null, options: null, ...MADE }),
};

type Ports = Readonly<Record<string, AnyActorLogic>>;

/** The live ports of every flow, as its route hands them to its machine: `depositPorts` of `deposit.ports.ts`. */
const portsByFlow = new Map(
  Object.entries({
    ...import.meta.glob<Readonly<Record<string, unknown>>>('../../src/flows/*/*.ports.ts', { eager: true }),
    ...import.meta.glob<Readonly<Record<string, unknown>>>('../../src/session/*.ports.ts', { eager: true }),
  }).map(([file, module]) => {
    const flow = /([\w-]+)\.ports\.ts$/.exec(file)?.[1] ?? file;
    const name = `${flow.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Ports`;
    const ports = module[name];
    if (typeof ports !== 'function') throw new Error(`${file} has no ${name}.`);
    const make = ports as (services: Services, besides: unknown) => Ports;
    return [flow, (services: Services, run: Run) => make(services, extraInputs[name]?.(services, run))] as const;
  }),
);

/** The flows that have ports of their own. */
export const flows: readonly string[] = [...portsByFlow.keys()].toSorted();

function portsIn(flow: string, services: Services, run: Run): Ports {
  const ports = portsByFlow.get(flow);
  if (ports === undefined) throw new Error(`There are no ports of ${flow}.`);
  return ports(services, run);
}

/** The input of any port: each takes what it needs. No response depends on it. */
const ID = '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10';
const member = {
  email: 'demo@perch.example',
  username: 'demo',
  password: 'correct-horse-battery',
  name: 'Nori Tanaka',
  phone: '',
  introducer: 'K7Q2M9XA',
  seatUser: '',
};
const money = {
  asset: 'USDT',
  network: 'ethereum',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  amount: '400',
  from: 'USDT',
  to: 'ETH',
  recipient: 'mika',
  note: '',
};
export const input = {
  ...member,
  ...money,
  ...{
    key: 'key-12345',
    draftId: ID,
    depositId: ID,
    stakeId: ID,
    stageId: 1,
    code: '492039',
    method: 'totp',
    secondFactor: null,
    keepSignedIn: true,
  },
  account: { email: member.email, username: member.username },
  typed: { category: 'other', text: 'Where is it?', receipt: '' },
  draft: member,
  place: { parentSeatNo: 57, position: 'left' },
};

/** Every port that calls the server; a port has the name of its operation. */
export function portsOf(flow: string): readonly string[] {
  const { services } = servicesThatAnswer({ status: 500, body: {} });
  return Object.keys(portsIn(flow, services, newRun())).filter((name) => operations.has(name));
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A response that the API description documents. */
export interface DocumentedAnswer extends Answer {
  /** Its status, and the code of a problem: `409 draft_expired`. */
  readonly label: string;
}

/**
 * Every response that the description documents for an operation: each status with each of its codes, a successful one
 * with its example.
 */
export function documentedAnswers(operationId: string): readonly DocumentedAnswer[] {
  const responses = operations.get(operationId) ?? {};
  return Object.entries(responses).flatMap(([status, response]) => answersOf(Number(status), resolved(response)));
}

/** What an answer becomes in a flow: the outcome, whose kind is the error's name where the port rejects. */
export function outcomeOf(flow: string, port: string, answer: Answer): Promise<PortOutcome> {
  return ask(flow, port, servicesThatAnswer(answer).services, newRun());
}

/** What the browser, the other tabs and the run have stored after a port got its response. */
export interface Kept {
  /** Every entry of the browser's storage, by place and key. */
  readonly stored: Readonly<Record<string, string>>;
  /** The messages to the other tabs. */
  readonly told: readonly unknown[];
  /** The session's data of the member, as pages see them. */
  readonly read: unknown;
  readonly run: Run;
}

/**
 * What a response leaves behind in a flow, besides its outcome, and what was there before: every place that a session
 * fills has a value.
 */
export async function keptBy(
  flow: string,
  port: string,
  answer: Answer,
  member: Partial<UserInfo>,
): Promise<{ readonly before: Kept; readonly after: Kept }> {
  const { services, look } = servicesThatAnswer(answer);
  const { session, storage, checkpoints, readings } = services;
  session.keepUserInfo({ ...(example('getUserInfo') as UserInfo), ...member });
  for (const name of ['activeMarket', 'loginUser', ...CHOICES] as const) storage.set(name, 'earlier');
  checkpoints.save('withdrawal', { step: 'earlier' });
  readings.keep(LOADED_MEMBER, 'earlier', { ...readings.begin(), at: 0 });
  const run = newRun();
  const before = look(run);
  await ask(flow, port, services, run);
  return { before, after: look(run) };
}

/** A call as it was sent. */
export interface SentCall {
  readonly method: string;
  /** The path and query below the API's address, without the language, which is in every call. */
  readonly target: string;
  /** The body; null if there is none. */
  readonly body: unknown;
  readonly key: string | null;
  /** The token of the caller. */
  readonly bearer: string | null;
}

/** The input of a port that identifies a call or its subject. */
export const GIVEN = { key: input.key, record: ID } as const;

/**
 * What one run sends for its port, called once per given answer, with the same input; `lost` is a call that gets no
 * response.
 */
export async function sentBy(
  flow: string,
  port: string,
  answers: readonly (DocumentedAnswer | 'lost')[],
  given: object = input,
): Promise<readonly SentCall[]> {
  const sent: SentCall[] = [];
  let next = 0;
  let made = 0;
  const { services } = servicesThat(
    async (request) => {
      const { method, headers } = request;
      const body = await request.text();
      sent.push({
        method,
        target: targetOf(request),
        body: body === '' ? null : JSON.parse(body),
        key: headers.get('Idempotency-Key'),
        bearer: headers.get('Authorization'),
      });
      const answer = answers[next] ?? 'lost';
      if (answer === 'lost') throw new TypeError('no network');
      return responseOf(answer);
    },
    () => `new-${(made += 1)}`,
  );
  const logic = portsIn(flow, services, newRun())[port];
  for (next = 0; next < answers.length; next += 1) await called(logic, `${flow} ${port}`, given);
  return sent;
}

function targetOf({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('culture');
  return decodeURIComponent(`${pathname.replace(/^\/api/, '')}${searchParams.size > 0 ? `?${searchParams}` : ''}`);
}

/** The part of a port's outcome that is compared. */
export interface PortOutcome {
  readonly kind: string;
  readonly problem?: Problem;
}

function ask(flow: string, port: string, services: Services, run: Run): Promise<PortOutcome> {
  return called(portsIn(flow, services, run)[port], `${flow} ${port}`);
}

async function called(logic: AnyActorLogic | undefined, name: string, given: object = input): Promise<PortOutcome> {
  if (logic === undefined) throw new Error(`there is no port ${name}`);
  const actor = createActor(logic, { input: given } as never);
  // Without an observer the rejection would be reported as unhandled.
  actor.subscribe({ error: () => undefined });
  actor.start();
  return toPromise(actor).then(
    (outcome) => outcome as PortOutcome,
    (error: unknown) => ({ kind: error instanceof Error ? error.name : String(error) }),
  );
}

function responseOf({ status, body }: Answer): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}

/** The app's own services with a server that gives the same response to everything, and access to what they store. */
function servicesThatAnswer(answer: Answer) {
  return servicesThat(
    async () => responseOf(answer),
    () => 'next-key',
  );
}

/** The same with any server, with the test's own ids. */
function servicesThat(
  fetch: (request: Request) => Promise<Response>,
  newId: () => string,
): { readonly services: Services; readonly look: (run: Run) => Kept } {
  const [local, tab] = [memory(), memory()];
  const told: unknown[] = [];
  const services = createServices({
    local,
    tab,
    channel: {
      postMessage: (message) => void told.push(message),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    locks: null,
    origin: 'https://wallet.example',
    apiOrigins: [],
    supportEmail: SUPPORT_EMAIL,
    culture: () => 'en-US',
    now: () => 0,
    newId,
    fetch,
  });
  services.session.open(
    {
      result: 'granted',
      accessToken: 'pat_one',
      refreshToken: 'prt_one',
      // Due for renewal, and valid still.
      expiresIn: 30,
      refreshExpiresIn: 3600,
    } as never,
    false,
  );
  const entriesOf = (place: string, { entries }: typeof local) =>
    [...entries].map(([key, value]) => [`${place} ${key.replace(/^perch\./, '')}`, value] as const);
  const look = (run: Run): Kept => ({
    stored: Object.fromEntries([...entriesOf('device', local), ...entriesOf('tab', tab)]),
    told: [...told],
    read: services.readings.last(LOADED_MEMBER)?.value ?? null,
    run: structuredClone(run),
  });
  return { services, look };
}

/** The description's example of the successful response of an operation. */
export function example(operationId: string): unknown {
  return documentedAnswers(operationId).find(({ status }) => status < 300)?.body ?? null;
}

type Json = Readonly<Record<string, unknown>>;

const operations: ReadonlyMap<string, Json> = new Map(
  Object.values(description.paths)
    .flatMap((item) => Object.values(item) as { readonly operationId: string; readonly responses: Json }[])
    .map(({ operationId, responses }) => [operationId, responses]),
);

function answersOf(status: number, response: Json): DocumentedAnswer[] {
  const [media] = Object.values(
    (response.content ?? {}) as Record<string, { readonly schema: unknown; readonly example?: unknown }>,
  );
  if (status < 300) return [{ status, label: String(status), body: media?.example ?? null }];
  const codes = codesIn(media?.schema);
  return codes.map((code) => ({
    status,
    label: `${status} ${code}`,
    body: { type: `urn:perch:problem:${code}`, title: code, status, code, reference: 'req-7d1f' },
  }));
}

/** The codes in a schema of problems. */
function codesIn(schema: unknown): readonly string[] {
  const { allOf = [], properties } = resolved(schema) as {
    readonly allOf?: readonly unknown[];
    readonly properties?: { readonly code?: { readonly enum?: readonly string[]; readonly const?: string } };
  };
  const { enum: several, const: one } = properties?.code ?? {};
  return [
    ...(several ?? []),
    ...(one === undefined ? [] : [one]),
    ...allOf.filter((part) => (part as Json).$ref !== '#/components/schemas/Problem').flatMap(codesIn),
  ];
}

function resolved(value: unknown): Json {
  const reference = (value as Json).$ref;
  if (typeof reference !== 'string') return value as Json;
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Json)[part], description) as Json;
}
