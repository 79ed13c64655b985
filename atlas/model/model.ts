/** The data of the atlas: made by its build from charts, contract, texts, git and the walks; read by its site. */
import type { ProductArea } from '#machines/chart/product-areas.ts';
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import type { FlowVersion } from '#machines/graph/compare.ts';
import type { DocumentedCell, DocumentedState } from '#machines/graph/document.ts';
import type { Transition } from '#machines/graph/internals.ts';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import type { TransitionKind } from '#atlas/diagram/kinds.ts';
import type { WalkedAt } from './walked.ts';

export { CULTURES as cultures, type Culture };

type TextFor<TCultures extends readonly Culture[]> = { readonly [TPlace in keyof TCultures]: string };

/** A text in each language, in the order of `cultures`. */
export type Texts = TextFor<typeof CULTURES>;

export type ChartKind = 'flow' | 'lifecycle';

/** A control of a screen, or an external event. */
export interface Control {
  readonly event: string;
  /** Its label; null if no control of this screen sends the event. */
  readonly name: Texts | null;
  /** What is filled in before it is used. */
  readonly fields: readonly Texts[];
}

/** A message that a screen can show. */
export interface Message {
  /** The problem's code; null for the screen's own message. */
  readonly code: string | null;
  readonly title: Texts | null;
  readonly hint: Texts | null;
}

export interface StateModel extends DocumentedState {
  readonly titleText: Texts | null;
  /** What a status means; empty for a flow's state, which its screen explains. */
  readonly says: string;
  readonly controls: readonly Control[];
  readonly messages: readonly Message[];
  /** The id of the screen that a member sees here; null if the state is transient. */
  readonly seen: string | null;
  readonly seenRoute: string | null;
}

/** One thing that takes a transition: what the member does or the server answers, with the data. */
export interface Sample {
  readonly step: string;
  /** The data as JSON; empty if there is none. */
  readonly data: string;
  /** The server's answer, if there is one: status and body. */
  readonly reply: string;
  readonly byHand: string;
}

export interface TransitionModel extends Transition {
  readonly kind: TransitionKind;
  readonly says: string;
  readonly samples: readonly Sample[];
  /** The rule behind the guard. */
  readonly rule: Rule | null;
}

export interface Rule {
  readonly name: string;
  readonly says: string;
  readonly code: string;
}

export interface PathStep {
  readonly label: string;
  readonly to: string;
  /** Ids of the transitions that the step takes. */
  readonly fired: readonly string[];
  readonly screen: string | null;
  readonly route: string | null;
  readonly message: string | null;
}

export interface PathModel {
  readonly id: string;
  readonly title: Texts;
  readonly steps: readonly PathStep[];
}

export interface Matrices {
  readonly fault: readonly DocumentedCell[];
  readonly reload: readonly DocumentedCell[];
  readonly back: readonly DocumentedCell[];
  readonly doublePress: readonly DocumentedCell[];
}

export type MatrixName = keyof Matrices;

/** A field of a body in the contract. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly says: string;
  readonly required: boolean;
}

/** A call, as in the contract. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly says: string;
  readonly asks: readonly Field[];
  readonly answers: readonly {
    readonly status: string;
    readonly says: string;
    readonly codes: readonly string[];
    readonly fields: readonly Field[];
  }[];
}

/** A past version of a chart that the atlas includes. */
export interface KeptVersion {
  readonly rev: string;
  readonly at: string;
  readonly subject: string;
  readonly version: FlowVersion;
}

/** A chart as it was at a revision, with the full name of that. */
export interface VersionAt {
  readonly rev: string;
  readonly version: FlowVersion;
}

/** A chart's current version and its past ones. */
export interface ChartVersions {
  readonly now: FlowVersion;
  /** Latest first. */
  readonly kept: readonly KeptVersion[];
}

/** A commit that touched a chart. */
export interface Touch {
  readonly rev: string;
  readonly at: string;
  readonly subject: string;
}

/** Every situation of a chart and every step between them: what questions are answered from. */
export interface Situations {
  /** The state of each situation, by its index in the chart's list of states. */
  readonly states: readonly number[];
  /** What can happen, in words. */
  readonly labels: readonly string[];
  /** From which situation to which, by which label; -1 is where the chart begins. */
  readonly steps: readonly (readonly [from: number, to: number, label: number])[];
}

/** How often states and transitions were visited, by their ids. */
export interface Visits {
  readonly states: Readonly<Record<string, number>>;
  readonly transitions: Readonly<Record<string, number>>;
}

/** What was visited at one level of the walks, or in a session. */
export interface CoverageRun extends Visits {
  readonly name: string;
  readonly at: string;
}

/** Notes of analysts: by the path of a state, or by an empty text for the whole chart. */
export type Notes = Readonly<Record<string, string>>;

/** A chart, as far as its place in the overview is concerned. */
export interface PlacedChart {
  readonly id: string;
  readonly kind: ChartKind;
  readonly area: ProductArea;
}

export interface ChartModel extends PlacedChart {
  readonly purpose: Texts;
  readonly host: string | null;
  readonly starts: readonly string[];
  readonly routes: readonly string[];
  readonly requirements: readonly { readonly id: string; readonly paths: readonly string[] }[];
  readonly states: readonly StateModel[];
  readonly transitions: readonly TransitionModel[];
  readonly paths: readonly PathModel[];
  readonly matrices: Matrices;
  readonly calls: readonly Call[];
  /** The child flows that it runs. */
  readonly children: readonly string[];
  readonly situations: Situations;
  readonly drawing: Drawing;
  readonly touches: readonly Touch[];
  readonly coverage: readonly CoverageRun[];
  readonly notes: Notes;
  /** Files of screenshots by `state/culture/size`, relative to the page; absent if none were taken. */
  readonly screens: Readonly<Record<string, string>>;
  /** The walk that took the screenshots. */
  readonly walked: WalkedAt | null;
}

/** What the overview and the questions need of a chart before the chart itself is loaded. */
export interface ChartSummary extends PlacedChart {
  readonly purpose: Texts;
  readonly routes: readonly string[];
  readonly states: readonly {
    readonly path: string;
    readonly title: Texts | null;
    /** What a status means; empty if there is a title. */
    readonly says: string;
    readonly messages: readonly string[];
  }[];
  readonly transitions: number;
  readonly paths: number;
  readonly calls: readonly string[];
  readonly children: readonly string[];
  readonly covered: readonly { readonly name: string; readonly transitions: number }[];
  readonly touched: Touch | null;
  readonly requirements: readonly string[];
}

/** The facts that are known before any chart is loaded. */
export interface AtlasFacts {
  /** When it was made, RFC 3339. */
  readonly at: string;
  readonly rev: string | null;
  /** Whether uncommitted changes are shown. */
  readonly changes: boolean;
  /** Whether the command that made it is serving it, so that notes can be written and revisions fetched. */
  readonly served: boolean;
  /** Every chart that is written down, for the overview. */
  readonly placed: readonly PlacedChart[];
}

export interface AtlasIndex extends AtlasFacts {
  readonly charts: readonly ChartSummary[];
  /** Title of a problem's code, for questions about messages. */
  readonly messages: Readonly<Record<string, Texts>>;
  /** The walks of the screens and the coverage; several if charts were walked separately. */
  readonly walked: {
    readonly screens: readonly WalkedAt[];
    readonly coverage: WalkedAt | null;
    /** What of walks can't be read and is not shown, as sentences. */
    readonly refused: readonly string[];
  };
}

/** The name of a chart in files and URLs: a flow and a lifecycle may have the same id. */
export function keyOf(chart: { readonly id: string; readonly kind: ChartKind }): string {
  return chart.kind === 'flow' ? chart.id : `lifecycle-${chart.id}`;
}
