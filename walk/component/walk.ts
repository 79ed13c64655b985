// A path under way on the real routes in jsdom: performs each step, and checks that the page did what the chart
// promises.
import { isCall, stepLabel, type Edge, type Graph, type Node } from '#machines/graph/explore.ts';
import { vi } from 'vitest';
import { endOf } from '#walk/paths/ends.ts';
import { itineraryOf, type Itinerary } from '#walk/paths/itinerary.ts';
import { differences, rawKeys } from './expect.ts';
import { fill, leavesOf, lostEntries, press, pressTwice, type Typed } from './hands.ts';
import { KeysSeen } from './keys.ts';
import { responseOf, undocumentedResponse, type Sent } from './network.ts';
import { loadAgain } from './reload.ts';
import { Entries } from './returns.ts';
import type { ComponentWalk, Route } from './route.ts';
import { NO_RIDES, type Rides } from '#walk/paths/rides.ts';
import { endReceiptOf, unsaid } from './shows.ts';
import { Stage } from './stage.tsx';
import { wrongWords } from './words.ts';
import { openAt } from './start.ts';
import { wrongSteps } from './wrong-steps.ts';
import { arrangements, finishLocalRead, performers, readAgain } from './world.ts';
import { isLocalRead } from '#walk/paths/cases.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { delayOf, WalkFailure } from '#walk/machine/driver.ts';

/** A call may wait for other tabs before it is sent. */
const TABS_MS = 200;

/** A path under way. */
export class Walk {
  readonly graph: Graph;
  readonly path: Route;
  readonly stage: Stage;
  private readonly options: ComponentWalk;
  private readonly itinerary: Itinerary;
  /** Where each flow on the page is. */
  private readonly at = new Map<string, Node>();
  /** What was done and not checked yet. */
  private due: FlowEdge[] = [];
  private readonly typed = new Map<string, Typed>();
  private answers = 0;
  private readonly keys = new KeysSeen();
  private readonly entries = new Entries();
  /** How many of the path's own edges were started. */
  private begun = 0;
  /** The rides that were taken. */
  private ridden = 0;

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
    // The route gives its ports to its own chart; they are redirected to the other one.
    if (machine !== undefined)
      vi.spyOn(graph.cases.machine, 'provide').mockImplementation((ports) => machine.provide(ports));
    const stage = await Stage.open({ culture: options.culture, strict: options.strict, held: itinerary.held });
    return new Walk(graph, path, options, stage, itinerary);
  }

  /** Takes all steps. */
  async all(): Promise<void> {
    await this.run(this.itinerary.steps, (step) => this.begin(step), true);
    const { twice, back, reload } = this.rides;
    const due = twice.size + back.size + reload.size;
    if (this.ridden < due) throw new Error(`${this.path.id}: only ${this.ridden} of ${due} rides were taken.`);
  }

  /** Reloads the page and takes the steps that follow. */
  async reload(steps: readonly FlowEdge[]): Promise<void> {
    this.at.clear();
    this.typed.clear();
    for (const sent of this.stage.network.unanswered()) this.keys.lose(sent);
    await this.stage.reload();
    await this.run(steps, () => Promise.resolve());
  }

  /** Takes `steps`; `open` takes the first. Cells ride only on the path's own steps: a reload may repeat them. */
  private async run(
    steps: readonly FlowEdge[],
    open: (step: FlowEdge) => Promise<void>,
    isPath = false,
  ): Promise<void> {
    this.keepReceipt(steps);
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      const place = `${this.path.id}, step ${index} (${step.flow === this.graph.id ? '' : `${step.flow}: `}${stepLabel(step.edge.step)})`;
      try {
        if (index === 0) this.arrange(step, next);
        if (isPath && step.edge === this.path.edges[this.begun]) this.begun += 1;
        await (index === 0 ? open(step) : this.take(step));
        this.due.push(step);
        if (next === undefined || !this.isAutomatic(next)) await this.check();
        if (isPath && step.edge === this.path.edges[this.begun - 1]) await this.rideAfter(this.begun - 1);
      } catch (error) {
        throw new WalkFailure(`${place}: ${(error as Error).message}`, this.indexInPath(steps.slice(index)));
      }
    }
  }

  private get rides(): Rides {
    return this.path.rides ?? NO_RIDES;
  }

  /** Tests the cells that ride after a step; the path continues from there. */
  private async rideAfter(index: number): Promise<void> {
    const cell = this.rides.reload.get(index);
    if (this.rides.back.has(index)) await this.rideBack();
    if (cell !== undefined) await loadAgain(this, cell);
    if (cell !== undefined) this.ridden += 1;
  }

  /** The browser's Back in a state without a step back (P-2). */
  private async rideBack(): Promise<void> {
    if (this.stage.isAtFirstEntry())
      throw new Error('Back would lead out of the flow here, so this cell is to be walked alone.');
    await this.back();
    await this.check();
    this.ridden += 1;
  }

  /** Makes the page after the flow load the receipt of exactly this end. */
  private keepReceipt(steps: readonly FlowEdge[]): void {
    for (const { flow, edge } of steps) {
      const endReceipt = endReceiptOf(this.graphOf(flow), this.nodeOf(flow, edge.to));
      if (endReceipt !== undefined) this.stage.network.answer('getReceipt', { status: 200, body: endReceipt.receipt });
    }
  }

  /** The index on the path of the first of `steps`; those of a child flow belong to its answer. */
  private indexInPath(steps: readonly FlowEdge[]): number {
    const own = steps.map(({ edge }) => this.path.edges.indexOf(edge)).find((index) => index >= 0);
    return own ?? this.path.edges.length - 1;
  }

  /** Whether a step happens by itself, together with the previous one. */
  private isAutomatic({ flow, edge }: FlowEdge): boolean {
    const { cases } = this.graphOf(flow);
    const { step } = edge;
    if (step.kind === 'start' || this.isSecondPress(edge)) return true;
    return step.kind === 'outcome' && (!isCall(cases.machine, step.actor) || isLocalRead(cases, step.actor));
  }

  /** Whether an edge is taken by the second of two presses. */
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

  /** Prepares what a local read of this step finds, by looking ahead at its outcome. */
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
    await openAt(this.stage, this.graphOf(flow), step);
  }

  /** Performs a step. */
  private async take({ flow, edge }: FlowEdge): Promise<void> {
    const { cases } = this.graphOf(flow);
    const { step } = edge;
    if (step.kind === 'timer') await this.stage.pass(delayOf(cases, step.delay, this.nodeOf(flow, edge.from).snapshot));
    if (edge === this.path.byBack) await this.back();
    else if (step.kind === 'event' && !this.isSecondPress(edge))
      await this.bringAbout(flow, step.event, step.sample, this.isPressedTwice(edge) ? 2 : 1);
    if (step.kind === 'outcome' && isLocalRead(cases, step.actor)) await finishLocalRead(this.stage);
    else if (step.kind === 'outcome' && isCall(cases.machine, step.actor))
      await this.answer(flow, step.actor, step.outcome);
  }

  private isPressedTwice(edge: Edge): boolean {
    if (edge === this.path.twice) return true;
    const isRide = edge === this.path.edges[this.begun - 1] && this.rides.twice.has(this.begun - 1);
    if (isRide) this.ridden += 1;
    return isRide;
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
      // In a browser the page renders in between, and the control of an ended flow is gone.
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
    const node = this.at.get(flow);
    if (Object.keys(fields).length > 0) this.typed.set(flow, { screen: node?.meta?.screen ?? '', fields });
    if (node !== undefined) this.entries.note(node, fields, this.graphOf(flow).cases);
  }

  /** Answers a waiting call. */
  private async answer(flow: string, actor: string, outcome: string): Promise<void> {
    const { cases } = this.graphOf(flow);
    const sent = this.stage.network.take(actor);
    const reply = cases.outcomes[actor]?.[outcome]?.reply;
    this.answers += 1;
    this.keys.answer(sent, outcome === 'running' ? undefined : reply);
    await this.stage.outside(() => {
      if (reply !== undefined) sent.answer(responseOf(reply));
      else if (outcome === 'networkError') sent.fail();
      else sent.answer(undocumentedResponse(this.answers));
    });
  }

  /** Checks that everything due has happened and the page is as the chart promises. */
  async check(): Promise<void> {
    const { due } = this;
    for (const { flow, edge } of due) this.at.set(flow, this.nodeOf(flow, edge.to));
    const settle = (): Promise<boolean> => this.stage.settle(() => this.isRight);
    let isRight = await settle();
    if (!isRight && this.callsDue().length > this.stage.network.sentSince().length) {
      await this.stage.pass(TABS_MS);
      isRight = await settle();
    }
    // A step that has settled was looked at last, so nothing has changed since.
    const complaints = isRight ? [] : this.complaints();
    if (complaints.length > 0) throw new Error(complaints.join(' '));
    this.accept();
    for (const [flow, node] of this.at)
      if (node.status === 'active' && due.some((step) => step.flow === flow))
        await this.options.onStep?.(this.stage, flow, node);
  }

  private accept(): void {
    for (const flow of this.at.keys()) this.stage.watch.read(flow, this.dueIn(flow).length);
    this.forgetTyped();
    for (const sent of this.stage.network.sentSince()) this.keys.keep(sent);
    const running = this.running();
    this.stage.network.drop((operationId) => running.includes(operationId));
    this.stage.network.read();
    this.due = [];
  }

  /**
   * Typed entries are no longer expected once the screen was left, or an answer without a message has replaced the
   * form.
   */
  private forgetTyped(): void {
    const answered = new Set(this.due.filter(({ edge }) => edge.step.kind === 'outcome').map(({ flow }) => flow));
    for (const [flow, { screen }] of this.typed) {
      const node = this.at.get(flow);
      if (node?.meta?.screen !== screen || (answered.has(flow) && !node.tags.includes('error')))
        this.typed.delete(flow);
    }
  }

  private complaints(): readonly string[] {
    return [...this.complaining()];
  }

  private get isRight(): boolean {
    return this.complaining().next().done === true;
  }

  /** What is wrong, the cheapest checks first: while a step is awaited, the rest is not needed. */
  private *complaining(): Generator<string> {
    const { stage } = this;
    for (const flow of this.at.keys()) yield* wrongSteps(stage, this.graphOf(flow), this.dueIn(flow));
    yield* this.wrongCalls();
    for (const [flow, node] of this.at) yield* differences(stage, this.graphOf(flow), node, this.childOf(node));
    for (const [flow, node] of this.at) yield* unsaid(stage, this.graphOf(flow), node, this.childOf(node));
    yield* this.lostEntries();
    // Of two simultaneous steps, only the last one's screen can be checked.
    for (const { flow, edge } of this.due.filter(({ flow, edge }) => this.at.get(flow)?.key === edge.to))
      yield* this.entries.lostOnReturn(this.graphOf(flow), edge, this.nodeOf(flow, edge.to));
    for (const key of rawKeys()) yield `"${key}" is no text.`;
    yield* stage.network.problems;
    for (const words of stage.noise) yield `The console says: ${words}`;
  }

  /** The node of the child flow that a situation runs; null if none is on the path. */
  private childOf({ running }: Node): Node | null {
    return running.map((id) => this.at.get(id)).find((node) => node?.status === 'active') ?? null;
  }

  /** What is due of one flow. */
  private dueIn(flow: string): readonly Edge[] {
    return this.due.filter((step) => step.flow === flow).map(({ edge }) => edge);
  }

  /** The calls that run in the situations that the page is in. */
  private running(): readonly string[] {
    return [...this.at.values()]
      .flatMap(({ status, running }) =>
        status === 'active' ? running.filter((id) => this.itinerary.held.has(id)) : [],
      )
      .toSorted();
  }

  private callsDue(): readonly string[] {
    return this.due.flatMap(({ edge }) => edge.started.filter((id) => this.itinerary.held.has(id))).toSorted();
  }

  private wrongCalls(): readonly string[] {
    const { network } = this.stage;
    const sent = network.sentSince();
    const due = this.callsDue();
    const said = (ids: readonly string[]) => ids.join(', ') || 'nothing';
    // What the page reads to which the end of a flow has led.
    const ends = this.due.map(({ edge, flow }) => endOf(this.graphOf(flow).cases, this.nodeOf(flow, edge.to)));
    const again = this.due.map(({ edge, flow }) => readAgain(this.graphOf(flow), edge, this.nodeOf(flow, edge.to)));
    const after = [...ends.flatMap((end) => end?.asks ?? []), ...again];
    const names = sent
      .map(({ operationId }) => operationId)
      .filter((id) => due.includes(id) || !after.includes(id))
      .toSorted();
    const missing = this.running().filter((id) => !network.waiting().includes(id));
    return [
      ...(said(names) === said(due) ? [] : [`sent was ${said(names)}, the chart calls ${said(due)}.`]),
      ...missing.map((id) => `${id} runs in the chart, but no request waits for its answer.`),
      ...(network.givenUpSince() > 0 && !this.options.strict ? ['a call was sent and given up at once.'] : []),
      ...sent.flatMap((each) => this.wrongWords(each)),
    ];
  }

  /** What is wrong with a request, compared with the step that makes it. */
  private wrongWords(sent: Sent): readonly string[] {
    const step = this.due.find(({ edge }) => edge.started.includes(sent.operationId));
    if (step === undefined) return [];
    const { edge, flow } = step;
    const typed =
      edge.step.kind === 'event'
        ? leavesOf(this.graphOf(flow).cases.events[edge.step.event]?.[edge.step.sample] ?? {})
        : {};
    const { key } = (this.stage.watch.last(flow)?.context ?? {}) as { readonly key?: unknown };
    const own = typeof key === 'string' ? key : null;
    // A flow without its own key may repeat the call, as the chart states there; so may a step that says of itself that
    // a repetition is another call.
    const lostAnswer = this.nodeOf(flow, edge.to).meta?.lostAnswer;
    const mayBeAnother = lostAnswer !== undefined && (own === null || lostAnswer.includes('under another key'));
    return [...(mayBeAnother ? [] : this.keys.complaints(sent)), ...wrongWords(sent, { typed, key: own })];
  }

  /** An answer that leaves the member on the screen with a message must also leave what they typed (P-4). */
  private lostEntries(): readonly string[] {
    return this.due.flatMap(({ flow, edge }) => {
      const typed = this.typed.get(flow);
      const node = this.at.get(flow);
      const isAnswer =
        edge.step.kind === 'outcome' &&
        node?.tags.includes('error') === true &&
        this.nodeOf(flow, edge.from).meta?.screen === node.meta?.screen;
      return typed !== undefined && isAnswer && typed.screen === node?.meta?.screen ? lostEntries(flow, typed) : [];
    });
  }
}
