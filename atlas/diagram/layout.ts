/** The layout of a chart's boxes and bundles, computed by ELK, which runs in Node and in a browser. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { DrawnBox, DrawnEdge, Drawing, Line, Point, Rect } from './drawing.ts';
import type { Box, Boxes, Bundle } from './boxes.ts';
import { lettersOf, NAME, PAD, sizeOfLines, TEXT, textOfLine, widthOfText } from './metrics.ts';

/** Layers from top to bottom, orthogonal edges, labels on their edges; the same for every nested box. */
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelLabel': '8',
  'elk.spacing.labelNode': '10',
  'elk.spacing.componentComponent': '40',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.edgeLabels.inline': 'false',
} as const;

const MARK = 14;

/** From this many edges on, a chart is laid out in fewer rounds: more rounds took longer and untangled nothing. */
const MANY_EDGES = 60;

/** How hard the engine tries to untangle; its own default is 7. */
function thoroughness(edges: number): { readonly 'elk.layered.thoroughness': string } {
  return { 'elk.layered.thoroughness': edges > MANY_EDGES ? '4' : '7' };
}

/** A layout engine: ELK itself, or a thread that runs it. */
export interface Engine {
  readonly layout: (graph: ElkNode) => Promise<ElkNode>;
}

/** Lays out what is drawn of a chart. */
export async function layOut(elk: Engine, { boxes, bundles }: Boxes): Promise<Drawing> {
  const laid: ElkNode = await elk.layout({
    id: '(root)',
    layoutOptions: { ...OPTIONS, ...thoroughness(bundles.length) },
    children: boxes.map(nodeOf),
    edges: bundles.map(edgeOf),
  });
  const placed = new Map<string, Rect>();
  const at = (node: ElkNode, x: number, y: number): void => {
    for (const child of node.children ?? []) {
      const rect = { x: x + (child.x ?? 0), y: y + (child.y ?? 0), width: child.width ?? 0, height: child.height ?? 0 };
      placed.set(child.id, rect);
      at(child, rect.x, rect.y);
    }
  };
  at(laid, 0, 0);
  const routes = new Map(edgesIn(laid).map((edge) => [edge.id, edge]));
  return {
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    boxes: flat(boxes).map((box) => drawnBox(box, placed.get(box.id))),
    edges: bundles.map((bundle) => drawnEdge(bundle, routes.get(bundle.id), placed)),
  };
}

function flat(boxes: readonly Box[]): readonly Box[] {
  return boxes.flatMap((box) => [box, ...flat(box.children)]);
}

/** The height of a group's header, above its inner boxes. */
function headHeight({ facts, rows }: Box): number {
  return NAME.line + (facts.length + rows.length) * TEXT.line + 2 * PAD.y + (rows.length > 0 ? PAD.y : 0);
}

function ownWidth({ name, facts, rows }: Box): number {
  return (
    Math.max(
      lettersOf(name) * NAME.letter,
      ...facts.map(widthOfText),
      ...rows.map((row) => widthOfText(textOfLine(row))),
      60,
    ) +
    2 * PAD.x +
    4
  );
}

function nodeOf(box: Box): ElkNode {
  if (box.kind === 'begin') return { id: box.id, width: MARK, height: MARK };
  const size = { width: Math.ceil(ownWidth(box)), height: Math.ceil(headHeight(box)) };
  if (box.children.length === 0) return { id: box.id, ...size };
  return {
    id: box.id,
    children: box.children.map(nodeOf),
    layoutOptions: {
      ...OPTIONS,
      'elk.padding': `[top=${size.height + 14},left=24,bottom=24,right=24]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width},${size.height})`,
    },
  };
}

function edgeOf({ id, from, to, lines }: Bundle): ElkExtendedEdge {
  const labels = lines.length === 0 ? [] : [{ id: `${id} label`, text: textsOf(lines), ...sizeOfLines(lines) }];
  return { id, sources: [from], targets: [to], labels };
}

function textsOf(lines: readonly Line[]): string {
  return lines.map(textOfLine).join('\n');
}

function edgesIn(node: ElkNode): readonly ElkExtendedEdge[] {
  return [...(node.edges ?? []), ...(node.children ?? []).flatMap(edgesIn)];
}

function drawnBox({ children: _, ...box }: Box, rect: Rect | undefined): DrawnBox {
  if (rect === undefined) throw new Error(`The layout has no place for ${box.id}.`);
  return { ...box, ...rounded(rect) };
}

function rounded({ x, y, width, height }: Rect): Rect {
  return { x: tenths(x), y: tenths(y), width: tenths(width), height: tenths(height) };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function drawnEdge(
  { id, from, to, kind, lines }: Bundle,
  route: ElkExtendedEdge | undefined,
  placed: ReadonlyMap<string, Rect>,
): DrawnEdge {
  const [section] = route?.sections ?? [];
  if (section === undefined) throw new Error(`The layout has no route for ${id}.`);
  // The points of an edge are relative to the box that contains both of its ends.
  const container = (route as { readonly container?: string }).container;
  const origin = container === undefined ? undefined : placed.get(container);
  const moved = ({ x, y }: Point): Point => ({ x: tenths(x + (origin?.x ?? 0)), y: tenths(y + (origin?.y ?? 0)) });
  const [label] = route?.labels ?? [];
  const rect =
    label === undefined
      ? null
      : rounded({ ...moved({ x: label.x ?? 0, y: label.y ?? 0 }), width: label.width ?? 0, height: label.height ?? 0 });
  return {
    id,
    from,
    to,
    kind,
    lines,
    points: [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(moved),
    label: rect,
  };
}
