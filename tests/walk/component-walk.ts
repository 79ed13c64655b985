// A path under way on the real routes in jsdom: what is done at each step, and whether the page did what the chart promises.
import type { AnyStateMachine } from 'xstate';
import { isCall, nodeOf, stepLabel, stepsFrom, type Edge, type Graph, type Node } from '#machines/graph/explore.ts';
import { vi } from 'vitest';
import { resumeOf } from '#machines/graph/ways.ts';
import { createCheckpoints } from '#src/session/checkpoints.ts';
import { mailTokenIn } from '#src/session/mail-token.tsx';
import { isSame } from './component-compare.ts';
import { itineraryOf, type Itinerary } from './component-itinerary.ts';
import { differences, rawKeys } from './component-expect.ts';
import { fill, leavesOf, lostEntries, press, pressTwice, type Fields, type Typed } from './component-hands.ts';
import { KeysSeen } from './component-keys.ts';
import { responseOf, undocumentedResponse, type Sent } from './component-network.ts';
import { farewellOf, unsaid } from './component-shows.ts';
import { Stage } from './component-stage.tsx';
import type { Taken } from './component-watch.ts';
import { arrangements, finishLocalRead, isForMembers, isLocalRead, performers, storeSession } from './component-world.ts';
import type { FlowEdge } from './expand.ts';
import { delayOf, WalkFailure } from './machine-driver.ts';
import type { Culture } from './report.ts';

/** Long enough that no walk meets the renewal of a member's tokens. */
const DAY_MS = 86_400_000;
/** A call may wait for other tabs before it is sent. */
const TABS_MS = 200;

export interface ComponentWalk {
  readonly culture: Culture;
  /** Whether React rehearses every first render, as it does in development. */
  readonly strict: boolean;
  /** Another chart in the place of the flow's own, to see whether the walk notices. */
  readonly machine?: AnyStateMachine;
  /** Told of every step that was as promised, with the node that the page shows. */
  readonly onStep?: (stage: Stage, flow: string, node: Node) => Promise<void>;
}

/** The edges to walk, under the name that failures tell. */
export interface Route {
  readonly id: string;
  readonly edges: readonly Edge[];
  /** The edge whose control is pressed twice before anything is drawn anew. */
  readonly twice?: Edge;
  /** The edge that the browser's Back brings about, and not a control. */
  readonly byBack?: Edge | null;
  /** Whether a start after a reload is lived through up to the reload, instead of put into the storage: it has a history then. */
  readonly lived?: boolean;
}

/** A path under way. */
export class Walk {
  readonly graph: Graph;
  readonly path: Route;
  readonly stage: Stage;
  private readonly options: ComponentWalk;
  private readonly itinerary: Itinerary;
  /** Where each flow on the page is. */
  private readonly at = new Map<string, Node>();
  /** What was done and not yet looked at. */
  private due: FlowEdge[] = [];
  private readonly typed = new Map<string, Typed>();
  private answers = 0;
  private readonly keys = new KeysSeen();

  private constructor(graph: Graph, path: Route, options: ComponentWalk, stage: Stage, itinerary: Itinerary) {
    this.graph = graph;
    this.path = path;
    this.options = options;
    this.stage = stage;
    this.itinerary = itinerary;
  }

  static async open(graph: Graph, path: Route, options: ComponentWalk): Promise<Walk> {
    const itinerary = itineraryOf(graph, path.edges);
    const { machine } = options;
    // The route gives its ports to the chart that it knows; they go to the other one.
    if (machine !== undefined) vi.spyOn(graph.cases.machine, 'provide').mockImplementation((ports) => machine.provide(ports));
    const stage = await Stage.open({ culture: options.culture, strict: options.strict, held: itinerary.held });
    return new Walk(graph, path, options, stage, itinerary);
  }

  /** Takes all steps. */
  async all(): Promise<void> {
    await this.run(this.itinerary.steps, (step) => this.begin(step));
  }

  /** Loads the page again and takes the steps that follow. */
  async reload(steps: readonly FlowEdge[]): Promise<void> {
    this.at.clear();
    this.typed.clear();
    await this.stage.reload();
    await this.run(steps, () => Promise.resolve());
  }

  /** Takes `steps`, of which `open` takes the first. */
  private async run(steps: readonly FlowEdge[], open: (step: FlowEdge) => Promise<void>): Promise<void> {
    this.keepReceipt(steps);
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      const place = `${this.path.id}, step ${index} (${step.flow === this.graph.id ? '' : `${step.flow}: `}${stepLabel(step.edge.step)})`;
      try {
        if (index === 0) this.arrange(step, next);
        await (index === 0 ? open(step) : this.take(step));
        this.due.push(step);
        if (next === undefined || !this.isAutomatic(next)) await this.check();
      } catch (error) {
        throw new WalkFailure(`${place}: ${(error as Error).message}`, this.indexInPath(steps.slice(index)));
      }
    }
  }

  /** The page that the flow ends on reads the receipt of just this end. */
  private keepReceipt(steps: readonly FlowEdge[]): void {
    for (const { flow, edge } of steps) {
      const farewell = farewellOf(this.graphOf(flow), this.nodeOf(flow, edge.to));
      if (farewell !== undefined) this.stage.network.answer('getReceipt', { status: 200, body: farewell.receipt });
    }
  }

  /** Where on the path the first of `steps` belongs; those of a child flow belong to its answer. */
  private indexInPath(steps: readonly FlowEdge[]): number {
    const own = steps.map(({ edge }) => this.path.edges.indexOf(edge)).find((index) => index >= 0);
    return own ?? this.path.edges.length - 1;
  }

  /** Whether a step happens by itself, together with the one before. */
  private isAutomatic({ flow, edge }: FlowEdge): boolean {
    const { cases } = this.graphOf(flow);
    const { step } = edge;
    if (step.kind === 'start' || this.isSecondPress(edge)) return true;
    return step.kind === 'outcome' && (!isCall(cases.machine, step.actor) || isLocalRead(cases, step.actor));
  }

  /** Whether an edge is what the second of two presses does. */
  private isSecondPress(edge: Edge): boolean {
    const { twice, edges } = this.path;
    return twice !== undefined && edges.length > 1 && edge === edges.at(-1) && edges.at(-2) === twice;
  }

  private graphOf(flow: string): Graph {
    const graph = this.itinerary.graphs.get(flow);
    if (graph === undefined) throw new Error(`There is no flow ${flow}.`);
    return graph;
  }

  private nodeOf(flow: string, key: string | null): Node {
    const node = this.graphOf(flow).nodes.get(key ?? '');
    if (node === undefined) throw new Error('An edge leads to no node.');
    return node;
  }

  /** Prepares what a local read finds that this step starts, by looking ahead at its outcome. */
  private arrange({ flow, edge }: FlowEdge, next: FlowEdge | undefined): void {
    const { cases } = this.graphOf(flow);
    const read = edge.started.find((id) => isLocalRead(cases, id));
    const outcome = next?.edge.step;
    if (read === undefined || outcome?.kind !== 'outcome' || outcome.actor !== read) return;
    const arrangement = arrangements[`${read} ${outcome.outcome}`];
    if (arrangement === undefined) throw new Error(`Nobody knows how ${read} comes to ${outcome.outcome}.`);
    arrangement(this.stage, cases.outcomes[read]?.[outcome.outcome]?.output ?? {});
  }

  /** Opens the page in the situation of the start. */
  private async begin({ flow, edge }: FlowEdge): Promise<void> {
    const before = this.path.lived === true ? this.itinerary.before : [];
    if (before.length > 0) {
      await this.run(before, (first) => this.open(first));
      await this.reload([]);
      return;
    }
    await this.open({ flow, edge });
  }

  private async open({ flow, edge: { step } }: FlowEdge): Promise<void> {
    const { cases } = this.graphOf(flow);
    const start = step.kind === 'start' ? cases.starts[step.name] : undefined;
    if (start === undefined) throw new Error(`${flow} has no such start.`);
    const reads = Object.keys(cases.outcomes).some((src) => isLocalRead(cases, src));
    if (!reads && isForMembers(cases)) storeSession({ renewIn: DAY_MS, memberKnown: true });
    const checkpoint = resumeOf(start.input);
    if (checkpoint !== null) createCheckpoints(window.sessionStorage, () => Date.now()).save(flow, checkpoint as object, mailTokenIn(new URL(start.at, window.location.origin)));
    await this.stage.visit(start.at);
  }

  /** Does what the step says. */
  private async take({ flow, edge }: FlowEdge): Promise<void> {
    const { cases } = this.graphOf(flow);
    const { step } = edge;
    if (step.kind === 'timer') await this.stage.pass(delayOf(cases, step.delay, this.nodeOf(flow, edge.from).snapshot));
    if (edge === this.path.byBack) await this.back();
    else if (step.kind === 'event' && !this.isSecondPress(edge)) await this.bringAbout(flow, step.event, step.sample, edge === this.path.twice ? 2 : 1);
    if (step.kind === 'outcome' && isLocalRead(cases, step.actor)) await finishLocalRead(this.stage);
    else if (step.kind === 'outcome' && isCall(cases.machine, step.actor)) await this.answer(flow, step.actor, step.outcome);
  }

  /** Presses the browser's Back. */
  async back(): Promise<void> {
    await this.stage.outside(() => window.history.back());
  }

  private async bringAbout(flow: string, event: string, sample: string, times: 1 | 2): Promise<void> {
    const { cases } = this.graphOf(flow);
    const payload = cases.events[event]?.[sample] ?? {};
    if (!cases.world.includes(event)) {
      await this.enter(flow, payload);
      if (times === 1) return press(this.stage, flow, event);
      await pressTwice(this.stage, flow, event);
      // In a browser the page is drawn in between, and the control of a flow that has ended is gone.
      return this.stage.forgive(/was sent to stopped actor/);
    }
    const performer = performers[event];
    if (performer === undefined) throw new Error(`Nobody knows how the world brings about ${event}.`);
    for (let time = 0; time < times; time += 1) await performer(this.stage, payload, flow);
  }

  /** Fills in the fields of a payload. */
  private async enter(flow: string, payload: object): Promise<void> {
    const fields = leavesOf(payload);
    await fill(this.stage, flow, fields);
    if (Object.keys(fields).length > 0) this.typed.set(flow, { screen: this.at.get(flow)?.meta?.screen ?? '', fields });
  }

  /** Answers a call that waits. */
  private async answer(flow: string, actor: string, outcome: string): Promise<void> {
    const { cases } = this.graphOf(flow);
    const sent = this.stage.network.take(actor);
    const reply = cases.outcomes[actor]?.[outcome]?.reply;
    this.answers += 1;
    if (outcome === 'running' || reply === undefined) this.keys.lose(actor);
    await this.stage.outside(() => {
      if (reply !== undefined) sent.answer(responseOf(reply));
      else if (outcome === 'networkError') sent.fail();
      else sent.answer(undocumentedResponse(this.answers));
    });
  }

  /** Looks whether all that is due has happened and the page is as the chart promises. */
  async check(): Promise<void> {
    const { due } = this;
    for (const { flow, edge } of due) this.at.set(flow, this.nodeOf(flow, edge.to));
    await this.stage.settle(() => this.complaints().length === 0);
    if (this.complaints().length > 0 && this.callsDue().length > this.stage.network.sentSince().length) {
      await this.stage.pass(TABS_MS);
      await this.stage.settle(() => this.complaints().length === 0);
    }
    const complaints = this.complaints();
    if (complaints.length > 0) throw new Error(complaints.join(' '));
    this.accept();
    for (const [flow, node] of this.at) if (node.status === 'active' && due.some((step) => step.flow === flow)) await this.options.onStep?.(this.stage, flow, node);
  }

  private accept(): void {
    for (const flow of this.at.keys()) this.stage.watch.read(flow, this.due.filter((step) => step.flow === flow).length);
    this.forgetTyped();
    for (const sent of this.stage.network.sentSince()) this.keys.keep(sent);
    const running = this.running();
    this.stage.network.drop((operationId) => running.includes(operationId));
    this.stage.network.read();
    this.due = [];
  }

  /** What was typed is no longer there once the screen was left, or an answer without a message has made the form another one. */
  private forgetTyped(): void {
    const answered = new Set(this.due.filter(({ edge }) => edge.step.kind === 'outcome').map(({ flow }) => flow));
    for (const [flow, { screen }] of this.typed) {
      const node = this.at.get(flow);
      if (node?.meta?.screen !== screen || (answered.has(flow) && !node.tags.includes('error'))) this.typed.delete(flow);
    }
  }

  private complaints(): readonly string[] {
    const { stage } = this;
    return [
      ...[...this.at.keys()].flatMap((flow) => this.wrongSteps(flow)),
      ...this.wrongCalls(),
      ...[...this.at].flatMap(([flow, node]) => differences(stage, this.graphOf(flow), node, this.childOf(node))),
      ...[...this.at].flatMap(([flow, node]) => unsaid(stage, this.graphOf(flow), node, this.childOf(node))),
      ...this.lostEntries(),
      ...this.lostOnReturn(),
      ...rawKeys().map((key) => `"${key}" is no text.`),
      ...stage.network.problems,
      ...stage.noise.map((words) => `The console says: ${words}`),
    ];
  }

  /** Where the flow stands that a situation has begun inside its own; null where there is none on the path. */
  private childOf({ running }: Node): Node | null {
    return running.map((id) => this.at.get(id)).find((node) => node?.status === 'active') ?? null;
  }

  /** The steps that a flow took, compared with those that are due. */
  private wrongSteps(flow: string): readonly string[] {
    const taken = this.stage.watch.news(flow);
    const due = this.due.filter((step) => step.flow === flow);
    const sentences = due.flatMap(({ edge }, index) => this.wrongStep(flow, edge, taken[index]));
    return [...sentences, ...taken.slice(due.length).map(({ event, fired }) => `${flow} took ${event} too (${fired.join(', ')}).`)];
  }

  private wrongStep(flow: string, edge: Edge, taken: Taken | undefined): readonly string[] {
    const node = this.nodeOf(flow, edge.to);
    if (taken === undefined) return [`${flow} did not come to ${node.state}, it is in ${this.stateNow(flow)}.`];
    const { snapshot } = taken;
    const seen = [nodeOf(snapshot).state, taken.fired, snapshot.context, snapshot.status, snapshot.output];
    const promised = [node.state, edge.fired, node.snapshot.context, node.status, node.snapshot.output];
    const [left, right] = [this.anonymous(flow, seen), this.anonymous(flow, promised)];
    return isSame(JSON.parse(left), JSON.parse(right), this.stage.waited) ? [] : [`${flow} took ${left}, the graph promises ${right}.`];
  }

  private stateNow(flow: string): string {
    const snapshot = this.stage.watch.last(flow);
    return snapshot === undefined ? 'no state' : nodeOf(snapshot).state;
  }

  /** As text, with one word for every key that the app or the case tables have made up. */
  private anonymous(flow: string, facts: unknown): string {
    const inputs = Object.values(this.graphOf(flow).cases.starts).map(({ input }) => input as { readonly key?: string; readonly resume?: { readonly key?: string } | null } | undefined);
    const keys = inputs.flatMap((input) => [input?.key, input?.resume?.key]).filter((key) => key !== undefined);
    return [...this.stage.minted, ...keys].reduce((text, id) => text.replaceAll(`"${id}"`, '"(id)"'), JSON.stringify(facts));
  }

  /** The calls that run in the situations that the page is in. */
  private running(): readonly string[] {
    return [...this.at.values()].flatMap(({ status, running }) => (status === 'active' ? running.filter((id) => this.itinerary.held.has(id)) : [])).toSorted();
  }

  private callsDue(): readonly string[] {
    return this.due.flatMap(({ edge }) => edge.started.filter((id) => this.itinerary.held.has(id))).toSorted();
  }

  private wrongCalls(): readonly string[] {
    const { network } = this.stage;
    const sent = network.sentSince();
    const names = sent.map(({ operationId }) => operationId).toSorted().join(', ');
    const due = this.callsDue().join(', ');
    const missing = this.running().filter((id) => !network.waiting().includes(id));
    return [
      ...(names === due ? [] : [`sent was ${names || 'nothing'}, the chart calls ${due || 'nothing'}.`]),
      ...missing.map((id) => `${id} runs in the chart, but no request waits for its answer.`),
      ...(network.givenUpSince() > 0 && !this.options.strict ? ['a call was sent and given up at once.'] : []),
      ...sent.flatMap((each) => this.wrongWords(each)),
    ];
  }

  /** What a request says, compared with what was typed and with the key that the chart remembers. */
  private wrongWords(call: Sent): readonly string[] {
    const { operationId, request, body } = call;
    const step = this.due.find(({ edge }) => edge.started.includes(operationId));
    if (step === undefined) return [];
    const { edge, flow } = step;
    const mayBeAnother = this.nodeOf(flow, edge.to).meta?.lostAnswer !== undefined;
    const payload = edge.step.kind === 'event' ? leavesOf(this.graphOf(flow).cases.events[edge.step.event]?.[edge.step.sample] ?? {}) : {};
    const said = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    const wrong = Object.entries(payload).filter(([name, value]) => name in said && said[name] !== value);
    const { key } = (this.stage.watch.last(flow)?.context ?? {}) as { readonly key?: unknown };
    const carried = request.headers.get('Idempotency-Key') ?? new URL(request.url).pathname.split('/').at(-1);
    return [
      ...(mayBeAnother ? [] : this.keys.complaints(call)),
      ...wrong.map(([name]) => `${operationId} says that ${name} is ${JSON.stringify(said[name])}, typed was ${JSON.stringify(payload[name])}.`),
      ...(typeof key === 'string' && request.url.includes('requests/') && carried !== key ? [`${operationId} asks for ${carried}, the key of the flow is ${key}.`] : []),
      ...(typeof key === 'string' && request.headers.has('Idempotency-Key') && !isOfKey(carried, key) ? [`${operationId} carries the key ${carried}, that of the flow is ${key}.`] : []),
    ];
  }

  /** An answer that leaves the member on the screen with a message leaves there, too, what they typed (P-4). */
  private lostEntries(): readonly string[] {
    return this.due.flatMap(({ flow, edge }) => {
      const typed = this.typed.get(flow);
      const node = this.at.get(flow);
      const isAnswer = edge.step.kind === 'outcome' && node?.tags.includes('error') === true && this.nodeOf(flow, edge.from).meta?.screen === node.meta?.screen;
      return typed !== undefined && isAnswer && typed.screen === node?.meta?.screen ? lostEntries(flow, typed) : [];
    });
  }

  /** Who goes back to a form finds there what the chart remembers of it (P-4). Passwords and codes are remembered nowhere. */
  private lostOnReturn(): readonly string[] {
    return this.due.flatMap(({ flow, edge }) => {
      const node = this.at.get(flow);
      const isReturn = edge.step.kind === 'event' && edge.step.event === 'BACK' && node?.tags.includes('form') === true && this.nodeOf(flow, edge.from).meta?.screen !== node.meta?.screen;
      return isReturn ? lostEntries(flow, { screen: node.meta?.screen ?? '', fields: rememberedIn(node, this.graphOf(flow)) }) : [];
    });
  }
}

/** What the chart remembers of the fields that a form offers. */
function rememberedIn({ snapshot }: Node, { cases }: Graph): Fields {
  const offered = stepsFrom(snapshot, cases).flatMap(([{ kind, ...step }]) => (kind === 'event' && 'event' in step ? Object.keys(cases.controls[step.event]?.fields ?? {}) : []));
  const context = snapshot.context as { readonly typed?: object | null };
  const known: Readonly<Record<string, unknown>> = { ...context, ...context.typed };
  return Object.fromEntries([...new Set(offered)].flatMap((name) => (typeof known[name] === 'string' && known[name] !== '' ? [[name, known[name]]] : [])));
}

/** Whether a call carries the flow's key, or one made of it for a call that may be repeated beside another. */
function isOfKey(carried: string | undefined, key: string): boolean {
  return carried === key || carried?.startsWith(`${key}-`) === true;
}
