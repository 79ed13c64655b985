import type {
  AnyActorLogic,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  OutputFrom,
  StateMachine,
  AnyStateMachine,
} from 'xstate';
import type { Farewells, Shows } from './facts.ts';
import type { Outcome } from './outcomes.ts';

/** An HTTP answer that makes the live port resolve to an outcome; `body` null is an answer without one. */
export interface Reply {
  readonly status: number;
  readonly body: object | null;
}

/** One outcome of a port: what it resolves to, and the answer of the server that leads there. */
export interface OutcomeCase<TOutcome> {
  readonly output: TOutcome;
  /** Absent where the outcome needs no answer of the server: a local read, or a child flow. */
  readonly reply?: Reply;
  /** What a person does to bring the outcome about on a real system, as a sentence; absent where nothing is needed. */
  readonly arrange?: string;
  /**
   * What a person types to bring the outcome about, by the payload's field, where it isn't what the event's sample
   * says.
   */
  readonly typed?: Readonly<Record<string, string>>;
  /** Of a child flow: the flows in which it can be reached on a real system; absent if all can. */
  readonly hosts?: readonly string[];
}

/** How an outcome is brought about by hand. */
export type ByHand = Pick<OutcomeCase<object>, 'arrange' | 'typed'>;

/**
 * How a control is called on the screen, for those who walk a path by hand: keys of the catalogue, such as
 * `sign-out:confirm`.
 */
export interface Control {
  /** One name, or one for each screen by its id where they differ. */
  readonly name: string | Readonly<Record<string, string>>;
  /**
   * Names of the fields that are filled in before it is used, by the payload's field; several where it depends on the
   * moment.
   */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** What of the payload the press itself says, where there is one such control for each record. */
  readonly carries?: readonly string[];
}

/** One entry per kind of answer: a documented answer without a case is a compile error. */
type OutcomeCases<TOutcome extends Outcome> = {
  readonly [K in TOutcome['kind']]: OutcomeCase<Extract<TOutcome, { kind: K }>>;
};

/** A way in which a flow begins. */
export interface Start<TInput> {
  readonly input: TInput;
  /** The address that the member opens, or is at when the page is loaded again. */
  readonly at: string;
}

/** The steps of a parent flow that lead to a child flow: which of its paths starts there. */
export interface Host {
  readonly flow: string;
  readonly through: readonly (
    | { readonly kind: 'event'; readonly event: string; readonly sample: string }
    | { readonly kind: 'outcome'; readonly actor: string; readonly outcome: string }
  )[];
}

/** The case in which all goes well: what a tester walks first. */
export interface GoodCase {
  /** Name of the start. */
  readonly start: string;
  /** A state that it passes, if the shortest path to the end is not one that members take. */
  readonly through?: string;
  /** The state that it comes to. */
  readonly end: string;
}

type ActorsOf<TMachine> =
  // Only the actors are of interest; the other places are inferred to be forgotten.
  TMachine extends StateMachine<
    infer _1,
    infer _2,
    infer _3,
    infer TActor,
    infer _5,
    infer _6,
    infer _7,
    infer _8,
    infer _9,
    infer _10,
    infer _11,
    infer _12,
    infer _13,
    infer _14
  >
    ? TActor
    : never;
type OutcomeOfActor<TActor> = TActor extends { logic: infer TLogic extends AnyActorLogic }
  ? Extract<OutputFrom<TLogic>, Outcome>
  : never;

/** Everything that the walker may feed a chart with; the compiler keeps both tables complete. */
export interface FlowCases<TMachine extends AnyStateMachine> {
  readonly machine: TMachine;
  /** Why the flow exists, in one sentence, for readers of the generated pages. */
  readonly purpose: string;
  /** The ways in which the flow can begin, by name; the first is the ordinary one. */
  readonly starts: Readonly<Record<string, Start<InputFrom<TMachine>>>>;
  /**
   * Where a child flow is met: the steps of another flow that lead to it. Absent where the flow has a page of its own.
   */
  readonly host?: Host;
  readonly good: GoodCase;
  /** For each event, the control that sends it; null if the world brings it about, and not the flow's screen. */
  readonly controls: { readonly [TType in EventFromLogic<TMachine>['type']]: Control | null };
  /**
   * What each screen says of the money or the member that it is about, by the screen's id; a child flow's screen is
   * named here by the flow around it, which stands there too. The walk requires it of the page.
   */
  readonly shows?: Shows<ContextFrom<TMachine>>;
  /** The receipts that the flow ends on, by the kind of its output, and what they say of it. */
  readonly farewells?: Farewells<ContextFrom<TMachine>>;
  /** For each event, named payloads: one per guard branch, and one where none matters. */
  readonly events: {
    readonly [TType in EventFromLogic<TMachine>['type']]: Readonly<
      Record<string, Omit<Extract<EventFromLogic<TMachine>, { type: TType }>, 'type'>>
    >;
  };
  /** For each port and child flow, one entry per kind of answer. */
  readonly outcomes: {
    readonly [TActor in ActorsOf<TMachine> as TActor['src']]: OutcomeCases<OutcomeOfActor<TActor>>;
  };
}

/** Case tables together with what follows from them. */
export interface DefinedCases<TMachine extends AnyStateMachine> extends FlowCases<TMachine> {
  /** The events that the world brings about, and not a control on the flow's screen. */
  readonly world: readonly EventFromLogic<TMachine>['type'][];
}

/** Checks a flow's case tables against its chart at compile time. */
export function defineCases<TMachine extends AnyStateMachine>(cases: FlowCases<TMachine>): DefinedCases<TMachine> {
  const controls = Object.entries<Control | null>(cases.controls) as [
    EventFromLogic<TMachine>['type'],
    Control | null,
  ][];
  return { ...cases, world: controls.filter(([, control]) => control === null).map(([event]) => event) };
}

/** The catalogue key of a control's name on a screen; null if it has none there. */
export function controlName(control: Control | null | undefined, screen: string): string | null {
  if (control == null) return null;
  return typeof control.name === 'string' ? control.name : (control.name[screen] ?? null);
}
