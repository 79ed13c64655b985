import type {
  AnyActorLogic,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  OutputFrom,
  StateMachine,
  AnyStateMachine,
} from 'xstate';
import type { Culture } from '#openapi/cultures.ts';
import type { Arrangement } from './arrangements.ts';
import type { EndReceipts, Shows } from './facts.ts';
import type { Outcome } from './outcomes.ts';
import type { ProductArea } from './product-areas.ts';

/** An HTTP response that makes the live port resolve to an outcome; a `body` of null is a response without one. */
export interface Reply {
  readonly status: number;
  readonly body: object | null;
}

/** The lowest HTTP status of a refusal. */
const FIRST_REFUSAL = 400;

/** Whether a response refuses a call; what needs no response refuses nothing. */
export const isRefusal = (reply: Reply | undefined): boolean => (reply?.status ?? 0) >= FIRST_REFUSAL;

/** What is different each time, or for each person: a script says in its own language where to find it. */
export type TypedThing =
  | 'appCode'
  | 'mailedCode'
  | 'recoveryCode'
  | 'presentAddress'
  | 'ownUsername'
  | 'memberElsewhere';

/** One outcome of a port: what it resolves to, and the server's response that leads there. */
export interface OutcomeCase<TOutcome, TContext = never> {
  readonly output: TOutcome;
  /** Absent if the outcome needs no response from the server: a local read, or a child flow. */
  readonly reply?: Reply;
  /** What a person does to bring the outcome about on a real system; absent if nothing is needed. */
  readonly arrange?: Arrangement;
  /** What a person types to bring the outcome about, by the payload's field, if it differs from the event's sample. */
  readonly typed?: Readonly<Record<string, string | readonly TypedThing[]>>;
  /** For a child flow: the parent flows in which it can be reached on a real system; absent if in all of them. */
  readonly hosts?: readonly string[];
  /** Whether it can be reached in a situation; absent if it can in all of them. */
  when?(context: TContext): boolean;
}

/** How an outcome is brought about by hand. */
export type ByHand = Pick<OutcomeCase<object>, 'arrange' | 'typed' | 'hosts'>;

/**
 * What a control is called on the screen, for people who walk a path by hand: keys of the catalogue, such as
 * `sign-out:confirm`.
 */
export interface Control {
  /** One name, or one for each screen by its id where they differ. */
  readonly name: string | Readonly<Record<string, string>>;
  /**
   * Names of the fields to fill in before it is used, by the payload's field; several if it depends on the situation.
   */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** The fields of the payload that follow from the press itself, if each record has such a control. */
  readonly carries?: readonly string[];
  /** The fields that the app fills in from the others, where the payload has no value for them. */
  readonly follows?: readonly string[];
}

/** One entry per outcome: a documented answer without a case is a compile error. */
type OutcomeCases<TOutcome extends Outcome, TContext> = {
  readonly [K in TOutcome['kind']]: OutcomeCase<Extract<TOutcome, { kind: K }>, TContext>;
};

/** A start of a flow. */
export interface Start<TInput> {
  readonly input: TInput;
  /** The URL that the member opens, or reloads. */
  readonly at: string;
  /**
   * Of a child flow: how a host leads there by itself when it resumes, without a press. The first is the usual one; the
   * others are those whose acts alone can reach something on a path.
   */
  readonly hosts?: readonly Host[];
}

/** The steps of a parent flow that lead to a child flow: which of its paths starts there. */
export interface Host {
  readonly flow: string;
  /** The start of that flow; its first by default. */
  readonly start?: string;
  readonly through: readonly (
    | { readonly kind: 'event'; readonly event: string; readonly sample: string }
    | { readonly kind: 'outcome'; readonly actor: string; readonly outcome: string }
  )[];
}

/** The case in which everything goes well: what a tester walks first. */
export interface GoodCase {
  /** Name of the start. */
  readonly start: string;
  /** A state on the path, if the shortest path to the end is not one that members take. */
  readonly through?: string;
  /** The state that it ends in. */
  readonly end: string;
}

/** What a chart's names are called in another language. */
type Called<TName extends string = string> = Readonly<Partial<Record<TName, string>>>;

/**
 * A flow in another language, for the scripts that testers read: what it is about, and what its names are called,
 * unless other flows have them too (`walk/script/languages/`).
 */
export interface FlowWords<TCall extends string = string> {
  readonly purpose: string;
  readonly calls?: Called<TCall>;
  readonly outcomes?: Called;
  readonly events?: Called;
  readonly timers?: Called;
  readonly ends?: Called;
  readonly starts?: Called;
}

/** The languages of the product whose words are not the charts' own. */
export type Translation = Exclude<Culture, 'en-US'>;

type ActorsOf<TMachine> =
  // Only the actors matter; the other type parameters are inferred and ignored.
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

/** Everything that the walker may feed to a chart; the compiler keeps both tables complete. */
export interface FlowCases<TMachine extends AnyStateMachine> {
  readonly machine: TMachine;
  /** What the flow is about, for the overview of the atlas. */
  readonly area: ProductArea;
  /** Why the flow exists, in one sentence, for readers of the generated pages. */
  readonly purpose: string;
  /** The same in the other languages, with the words for the names that no other flow has. */
  readonly words: Readonly<Record<Translation, FlowWords<ActorsOf<TMachine>['src']>>>;
  /** The starts of the flow by name; the first is the usual one. */
  readonly starts: Readonly<Record<string, Start<InputFrom<TMachine>>>>;
  /** Where a child flow starts: the steps of another flow that lead to it. Absent if the flow has its own page. */
  readonly host?: Host;
  /** Other flows that lead to a child flow, for what it reaches only there. */
  readonly elsewhere?: readonly Host[];
  readonly good: GoodCase;
  /** For each event, the control that sends it; null if the event comes from outside the flow's screen. */
  readonly controls: { readonly [TType in EventFromLogic<TMachine>['type']]: Control | null };
  /**
   * What each screen must say about the money or the member, by the screen's id. A child flow's screen is listed by its
   * parent flow, which is shown there too. The walk checks the page for it.
   */
  readonly shows?: Shows<ContextFrom<TMachine>>;
  /** The receipts that the flow ends on, by the kind of its output, and what they must say. */
  readonly endReceipts?: EndReceipts<ContextFrom<TMachine>>;
  /**
   * The catalogue keys of messages that come from no problem, by the state: the server was not asked, or its answer is
   * not told any more. Those of a lost answer are the same in every flow.
   */
  readonly messages?: Readonly<Record<string, string>>;
  /** For each event, named payloads: one per guard branch, and one where none matters. */
  readonly events: {
    readonly [TType in EventFromLogic<TMachine>['type']]: Readonly<
      Record<string, Omit<Extract<EventFromLogic<TMachine>, { type: TType }>, 'type'>>
    >;
  };
  /** For each port and child flow, one entry per kind of answer. */
  readonly outcomes: {
    readonly [TActor in ActorsOf<TMachine> as TActor['src']]: OutcomeCases<
      OutcomeOfActor<TActor>,
      ContextFrom<TMachine>
    >;
  };
}

/** Case tables with what is derived from them. */
export interface DefinedCases<TMachine extends AnyStateMachine> extends FlowCases<TMachine> {
  /** The events that come from outside the flow's screen. */
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
