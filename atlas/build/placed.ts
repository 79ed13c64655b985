import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlacedChart } from '#atlas/model/model.ts';
import type { FlowDocument } from '#machines/graph/document.ts';
import type { LifecycleDocument } from '#walk/documents/lifecycles.ts';

/** Where the flows and lifecycles are written down. */
const WRITTEN = 'docs/flows';
const LIFECYCLES = 'lifecycles.json';

/** The charts that are written down in a repository: they are known before any chart is read. */
export function placedIn(root: string): readonly PlacedChart[] {
  const folder = join(root, WRITTEN);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name): readonly PlacedChart[] => {
      const content: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      if (name === LIFECYCLES)
        return (content as readonly LifecycleDocument[]).map(({ lifecycle, area }) => ({
          id: lifecycle,
          kind: 'lifecycle',
          area,
        }));
      const { flow, area } = content as FlowDocument;
      return [{ id: flow, kind: 'flow', area }];
    });
}
