import { createActor, toPromise, type AnyActorLogic } from 'xstate';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { accountFreezePorts } from '#src/flows/account-freeze/account-freeze.ports.ts';
import { accountThawPorts } from '#src/flows/account-thaw/account-thaw.ports.ts';
import { confirmationPorts } from '#src/flows/confirmation/confirmation.ports.ts';
import { contactPorts } from '#src/flows/contact/contact.ports.ts';
import { depositPorts } from '#src/flows/deposit/deposit.ports.ts';
import { emailChangePorts, type MailedLink } from '#src/flows/email-change/email-change.ports.ts';
import { emailVerificationPorts } from '#src/flows/email-verification/email-verification.ports.ts';
import { exchangePorts } from '#src/flows/exchange/exchange.ports.ts';
import { freezeLinkPorts } from '#src/flows/freeze-link/freeze-link.ports.ts';
import { passwordChangePorts } from '#src/flows/password-change/password-change.ports.ts';
import { passwordRecoveryPorts } from '#src/flows/password-recovery/password-recovery.ports.ts';
import { purchasePorts } from '#src/flows/purchase/purchase.ports.ts';
import { restakePorts } from '#src/flows/restake/restake.ports.ts';
import { signInPorts } from '#src/flows/sign-in/sign-in.ports.ts';
import { signOutPorts } from '#src/flows/sign-out/sign-out.ports.ts';
import { signUpPorts } from '#src/flows/sign-up/sign-up.ports.ts';
import { createRun } from '#src/flows/sign-up/sign-up.run.ts';
import { transferPorts } from '#src/flows/transfer/transfer.ports.ts';
import { twoFactorPorts, type TwoFactorSecrets } from '#src/flows/two-factor/two-factor.ports.ts';
import { usernameRecoveryPorts } from '#src/flows/username-recovery/username-recovery.ports.ts';
import { withdrawalPorts } from '#src/flows/withdrawal/withdrawal.ports.ts';
import { createServices, type Services } from '#src/services/services.ts';
import { LOADED_MEMBER, sessionPorts } from '#src/session/session.ports.ts';
import type { UserInfo } from '#src/services/storage.ts';
import { memory } from './memory.ts';

/** What one run of a flow holds beside its machine, where its ports leave what no machine may know. */
interface Run {
  readonly mailed: MailedLink;
  readonly secrets: TwoFactorSecrets;
}

/** A run that has just begun. */
function newRun(): Run {
  return { mailed: { token: 'token of a mail' }, secrets: { info: null, recoveryCodes: [] } };
}

/** The live ports of every flow, as its route hands them to its machine. */
const portsByFlow = {
  'account-freeze': accountFreezePorts,
  'account-thaw': (services) => accountThawPorts(services, 'token of a mail'),
  confirmation: confirmationPorts,
  contact: contactPorts,
  deposit: depositPorts,
  'email-change': (services, { mailed }) => emailChangePorts(services, mailed),
  'email-verification': emailVerificationPorts,
  exchange: exchangePorts,
  'freeze-link': (services) => freezeLinkPorts(services, 'token of a mail'),
  'password-change': passwordChangePorts,
  'password-recovery': passwordRecoveryPorts,
  purchase: purchasePorts,
  restake: restakePorts,
  session: sessionPorts,
  'sign-in': signInPorts,
  'sign-out': signOutPorts,
  'sign-up': (services) => {
    const run = createRun(services);
    run.termsShown(1);
    return signUpPorts(services, run);
  },
  transfer: transferPorts,
  'two-factor': (services, { secrets }) => twoFactorPorts(services, secrets),
  'username-recovery': usernameRecoveryPorts,
  withdrawal: withdrawalPorts,
} satisfies Readonly<Record<string, (services: Services, run: Run) => Readonly<Record<string, AnyActorLogic>>>>;

export type Flow = keyof typeof portsByFlow;
export const flows = Object.keys(portsByFlow) as readonly Flow[];

/** What any port may be given: each takes what it knows. No answer depends on it. */
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
const input = {
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

/** Every port that asks the server; a port is called as its operation is. */
export function portsOf(flow: Flow): readonly string[] {
  return Object.keys(portsByFlow[flow](servicesThatAnswer({ status: 500, body: {} }).services, newRun())).filter(
    (name) => operations.has(name),
  );
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An answer that the description documents. */
export interface DocumentedAnswer extends Answer {
  /** Its status, and the code of a refusal: `409 draft_expired`. */
  readonly label: string;
}

/**
 * Every answer that the description documents for an operation: each status with each of its codes, a good one with its
 * example.
 */
export function documentedAnswers(operationId: string): readonly DocumentedAnswer[] {
  const responses = operations.get(operationId) ?? {};
  return Object.entries(responses).flatMap(([status, response]) => answersOf(Number(status), resolved(response)));
}

/** What an answer comes to in a flow: the kind of the outcome, or the name of the error that the port rejects with. */
export function meaningOf(flow: Flow, port: string, answer: Answer): Promise<string> {
  return ask(flow, port, servicesThatAnswer(answer).services, newRun());
}

/** What the browser, the other tabs and the run hold after a port has had its answer. */
export interface Kept {
  /** Every entry of the browser's storage, by place and key. */
  readonly stored: Readonly<Record<string, string>>;
  /** What the other tabs were told. */
  readonly told: readonly unknown[];
  /** What the pages know the session to have read of the member. */
  readonly read: unknown;
  readonly run: Run;
}

/**
 * What an answer leaves behind in a flow, beside its outcome, and what was there before: each place that a session
 * fills has something.
 */
export async function keptBy(
  flow: Flow,
  port: string,
  answer: Answer,
  member: Partial<UserInfo>,
): Promise<{ readonly before: Kept; readonly after: Kept }> {
  const { services, look } = servicesThatAnswer(answer);
  const { session, storage, checkpoints, readings } = services;
  session.keepUserInfo({ ...(example('getUserInfo') as UserInfo), ...member });
  for (const name of ['activeMarket', 'changeEmail', 'depositAssetName', 'loginUser'] as const)
    storage.set(name, 'earlier');
  checkpoints.save('withdrawal', { step: 'earlier' });
  readings.keep(LOADED_MEMBER, { value: 'earlier', at: 0 });
  const run = newRun();
  const before = look(run);
  await ask(flow, port, services, run);
  return { before, after: look(run) };
}

/** What a call tells of itself beside its body. */
export interface SentCall {
  readonly method: string;
  readonly key: string | null;
  /** The token of whoever makes the call. */
  readonly bearer: string | null;
}

/** What a port is given that names a call, or what the call is about. */
export const GIVEN = { key: input.key, record: ID } as const;

/**
 * What one run sends for its port, called as often as there are answers, with the same entries; `lost` is a call that
 * gets none.
 */
export async function sentBy(
  flow: Flow,
  port: string,
  answers: readonly (DocumentedAnswer | 'lost')[],
): Promise<readonly SentCall[]> {
  const sent: SentCall[] = [];
  let next = 0;
  let made = 0;
  const { services } = servicesThat(
    async ({ method, headers }) => {
      sent.push({ method, key: headers.get('Idempotency-Key'), bearer: headers.get('Authorization') });
      const answer = answers[next] ?? 'lost';
      if (answer === 'lost') throw new TypeError('no network');
      return responseOf(answer);
    },
    () => `new-${(made += 1)}`,
  );
  const logic = (portsByFlow[flow](services, newRun()) as Readonly<Record<string, AnyActorLogic>>)[port];
  for (next = 0; next < answers.length; next += 1) await outcomeOf(logic, `${flow} ${port}`);
  return sent;
}

function ask(flow: Flow, port: string, services: Services, run: Run): Promise<string> {
  return outcomeOf(
    (portsByFlow[flow](services, run) as Readonly<Record<string, AnyActorLogic>>)[port],
    `${flow} ${port}`,
  );
}

async function outcomeOf(logic: AnyActorLogic | undefined, name: string): Promise<string> {
  if (logic === undefined) throw new Error(`there is no port ${name}`);
  const actor = createActor(logic, { input } as never);
  // Without an observer the rejection would be reported as nobody's.
  actor.subscribe({ error: () => undefined });
  actor.start();
  return toPromise(actor).then(
    (outcome) => (outcome as { readonly kind: string }).kind,
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
}

function responseOf({ status, body }: Answer): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}

/** The app's own services over a server that gives one answer to everything, and a look at what they keep. */
function servicesThatAnswer(answer: Answer) {
  return servicesThat(
    async () => responseOf(answer),
    () => 'next-key',
  );
}

/** The same over any server, with ids of the test's own. */
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
      expiresIn: 0,
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

/** The description's example of the good answer to an operation. */
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

/** The codes that a schema of refusals names. */
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
