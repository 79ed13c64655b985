import type { Drawing, DrawnBox, DrawnEdge, Line, Segment } from '#atlas/diagram/drawing.ts';
import { lettersOf, NAME, PAD, TEXT, widthOfText } from '#atlas/diagram/metrics.ts';
import { OTHERWISE } from '#atlas/diagram/boxes.ts';
import { useSay } from './language.ts';

/** How parts of a diagram are highlighted. */
export interface Marks {
  /** The state or transition in focus. */
  readonly focus: string | null;
  /** The state that a running app is in. */
  readonly live: string | null;
  /** CSS classes of states and transitions, by their ids: what was visited, what has changed. */
  readonly classes: ReadonlyMap<string, string>;
}

/** Where presses on states and transitions lead. */
export interface Targets {
  readonly state: (path: string) => string;
  readonly transition: (id: string) => string;
}

interface DiagramProps {
  readonly drawing: Drawing;
  readonly title: string;
  readonly marks: Marks;
  readonly targets: Targets;
  /** The title of a state in the reader's language; a drawing is made with the English one. */
  readonly titleOf?: (state: string) => string | null;
  /** The zoom; 1 is the natural size. */
  readonly zoom: number;
}

/** Below this zoom only the names of boxes are drawn, as large as their boxes allow. */
const FAR = 0.45;

const EDGE_KINDS = ['event', 'answer', 'refusal', 'failure', 'timer', 'always'] as const;

/** A laid-out chart as SVG. Every state and transition is a link, so that the keyboard and screen readers reach it. */
export function Diagram({ drawing, title, marks, targets, titleOf = () => null, zoom }: DiagramProps) {
  const { width, height, boxes, edges } = drawing;
  const isFar = zoom < FAR;
  return (
    <svg
      className={isFar ? 'diagram far' : 'diagram'}
      role="group"
      aria-label={title}
      viewBox={`-8 -8 ${width + 16} ${height + 16}`}
      width={(width + 16) * zoom}
      height={(height + 16) * zoom}
    >
      <defs>
        {EDGE_KINDS.map((kind) => (
          <marker
            key={kind}
            id={`arrow-${kind}`}
            className={`arrow ${kind}`}
            viewBox="0 0 8 8"
            refX="7.5"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0.5 8 4 0 7.5z" />
          </marker>
        ))}
      </defs>
      {boxes
        .filter(({ kind }) => kind === 'group')
        .map((box) => (
          <Frame key={box.id} box={box} marks={marks} />
        ))}
      {edges.map((edge) => (
        <path
          key={edge.id}
          className={`edge ${edge.kind} ${edgeClass(edge, marks)}`}
          d={routeOf(edge)}
          markerEnd={`url(#arrow-${edge.kind})`}
        />
      ))}
      {boxes.map((box) => (
        <Box key={box.id} box={box} marks={marks} targets={targets} titleOf={titleOf} isFar={isFar} />
      ))}
      {edges.map(
        (edge) =>
          edge.label !== null && (
            <Lines
              key={edge.id}
              className={`label ${edge.kind}`}
              lines={edge.lines}
              x={edge.label.x + 4}
              y={edge.label.y + 2}
              marks={marks}
              targets={targets}
            />
          ),
      )}
    </svg>
  );
}

/** An edge is highlighted if one of its transitions is. */
function edgeClass({ lines }: DrawnEdge, { focus, classes }: Marks): string {
  const ids = lines.flat().flatMap(({ transition }) => transition ?? []);
  const all = [...new Set(ids.map((id) => classes.get(id) ?? ''))];
  return `${focus !== null && ids.includes(focus) ? 'focus' : ''} ${all.length === 1 ? all[0] : all.includes('missed') && all.includes('visited') ? 'visited' : all.filter((name) => name !== '').join(' ')}`;
}

const CORNER = 6;

/** The route with its corners rounded. */
function routeOf({ points }: DrawnEdge): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      const into = towards(point, before);
      const out = towards(point, after);
      return `L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`;
    })
    .join('');
}

function towards(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): { readonly x: number; readonly y: number } {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(CORNER, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

interface BoxProps {
  readonly box: DrawnBox;
  readonly isFar: boolean;
  readonly marks: Marks;
  readonly targets: Targets;
  readonly titleOf: (state: string) => string | null;
}

function Box({ box, isFar, marks, targets, titleOf }: BoxProps) {
  const say = useSay();
  const { kind, state, x, y, width, height, tags, facts, rows } = box;
  const name = kind === 'anywhere' ? say('diagram.anywhere') : box.name;
  if (kind === 'begin') return <circle className="begin" cx={x + width / 2} cy={y + height / 2} r={width / 2} />;
  const standing =
    state === null
      ? ''
      : `${marks.classes.get(state) ?? ''} ${marks.focus === state ? 'focus' : ''} ${isLive(box, marks.live) ? 'live' : ''}`;
  const top = y + PAD.y;
  return (
    <g className={`box ${kind} ${tags.join(' ')} ${standing}`}>
      {kind === 'group' ? (
        <rect className="head" {...headOf(box)} />
      ) : (
        <rect x={x} y={y} width={width} height={height} rx={kind === 'end' ? 14 : 6} />
      )}
      {kind === 'end' && <rect className="inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={11} />}
      <Link href={state === null ? null : targets.state(state)} label={say('diagram.state', { state: state ?? name })}>
        <text className="name" x={x + PAD.x} y={top + NAME.size}>
          {name}
        </text>
        {isFar && <FarName box={{ ...box, name }} />}
        {facts.map((fact, index) => (
          <text key={fact} className="fact" x={x + PAD.x} y={top + NAME.line + index * TEXT.line + TEXT.size}>
            {factIn(fact, box, titleOf)}
          </text>
        ))}
      </Link>
      {rows.length > 0 && kind !== 'group' && <path className="rule" d={`M${x} ${rowsTop(box) - 2}h${width}`} />}
      <Lines className="rows" lines={rows} x={x + PAD.x} y={rowsTop(box)} marks={marks} targets={targets} />
    </g>
  );
}

/** A title in the reader's language, cut where the box ends; the other facts are names. */
function factIn(fact: string, { state, width }: DrawnBox, titleOf: (state: string) => string | null): string {
  const title = state === null || !fact.startsWith('“') ? null : titleOf(state);
  if (title === null) return fact;
  const room = Math.floor((width - 2 * PAD.x) / TEXT.letter);
  const whole = `“${title}”`;
  if (lettersOf(whole) <= Math.max(room, lettersOf(fact))) return whole;
  const letters = [...title];
  while (letters.length > 1 && lettersOf(`“${letters.join('')}…”`) > room) letters.pop();
  return `“${letters.join('')}…”`;
}

/** A group is drawn below what runs through it; its name is drawn above that. */
function Frame({ box, marks }: Pick<BoxProps, 'box' | 'marks'>) {
  const { state, tags, x, y, width, height } = box;
  return (
    <g
      className={`box group ${tags.join(' ')} ${state === null ? '' : (marks.classes.get(state) ?? '')} ${marks.focus === state ? 'focus' : ''}`}
    >
      <rect x={x} y={y} width={width} height={height} rx={6} />
    </g>
  );
}

/** The largest share of a box's height that its name takes. */
const NAME_OF_HEIGHT = 0.5;

/** The name of a box as its only content, as large as possible; a group keeps its name above its contents. */
function FarName({ box: { kind, x, y, width, height, name } }: { readonly box: DrawnBox }) {
  const isGroup = kind === 'group';
  const room = isGroup ? NAME.line * 2 : height;
  const size = Math.min(
    room * NAME_OF_HEIGHT,
    ((width - PAD.x) / Math.max(1, lettersOf(name)) / NAME.letter) * NAME.size,
  );
  return (
    <text
      className="far-name"
      x={x + width / 2}
      y={isGroup ? y + room / 2 : y + height / 2}
      style={{ fontSize: size }}
      textAnchor="middle"
      dominantBaseline="central"
    >
      {name}
    </text>
  );
}

/** The background of a group's name. */
function headOf({ x, y, name, facts }: DrawnBox): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} {
  const width = Math.max(lettersOf(name) * NAME.letter, ...facts.map(widthOfText)) + 8;
  return { x: x + PAD.x - 4, y: y + 3, width, height: NAME.line + facts.length * TEXT.line + 2 };
}

function rowsTop({ y, facts }: DrawnBox): number {
  return y + PAD.y + NAME.line + facts.length * TEXT.line + PAD.y / 2;
}

function isLive({ state, kind, rows }: DrawnBox, live: string | null): boolean {
  return (
    live !== null &&
    state !== null &&
    kind !== 'group' &&
    (state === live || rows.some((row) => row.some((piece) => piece.state === live)))
  );
}

interface LinesProps {
  readonly className: string;
  readonly lines: readonly Line[];
  readonly x: number;
  readonly y: number;
  readonly marks: Marks;
  readonly targets: Targets;
}

function Lines({ className, lines, x, y, marks, targets }: LinesProps) {
  return (
    <g className={className}>
      {lines.map((line, index) => (
        <text key={index} x={x} y={y + index * TEXT.line + TEXT.size} xmlSpace="preserve">
          {line.map((piece, at) => (
            <Piece key={at} piece={piece} marks={marks} targets={targets} />
          ))}
        </text>
      ))}
    </g>
  );
}

function Piece({
  piece,
  marks,
  targets,
}: {
  readonly piece: Segment;
  readonly marks: Marks;
  readonly targets: Targets;
}) {
  const say = useSay();
  const { transition, state } = piece;
  const text = piece.text === OTHERWISE ? say('diagram.otherwise') : piece.text;
  const id = transition ?? state;
  const href = transition !== null ? targets.transition(transition) : state === null ? null : targets.state(state);
  const standing =
    id === null
      ? ''
      : `${marks.classes.get(id) ?? ''} ${marks.focus === id ? 'focus' : ''} ${state !== null && marks.live === state ? 'live' : ''}`;
  return (
    <Link
      href={href}
      label={
        transition === null ? say('diagram.state', { state: state ?? '' }) : say('diagram.transition', { transition })
      }
    >
      <tspan className={standing}>{text}</tspan>
    </Link>
  );
}

function Link({
  href,
  label,
  children,
}: {
  readonly href: string | null;
  readonly label: string;
  readonly children: React.ReactNode;
}) {
  if (href === null) return <>{children}</>;
  return (
    <a href={href}>
      <title>{label}</title>
      {children}
    </a>
  );
}
