import { it } from 'vitest';
import { walking } from '#walk/component/driver.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { appendFileSync } from 'node:fs';
it('ends', async () => {
  for (const flow of flows) {
    const graph = graphOf(flow);
    const done = new Set<string>();
    for (const path of [...pathsOf(flow)].toSorted((a, b) => a.edges.length - b.edges.length)) {
      const node = graph.nodes.get(path.edges.at(-1)!.to)!;
      if (node.status !== 'done') continue;
      const kind = (node.snapshot.output as any)?.kind;
      if (done.has(kind)) continue;
      done.add(kind);
      try {
      await walking(graph, path, { culture: 'en-US', strict: false }, async () => {
        await new Promise((r) => setTimeout(r, 300));
        appendFileSync('/tmp/w/guide-ends.log', `${flow.machine.id} ${kind} ${location.pathname + location.search} | ${[...document.querySelectorAll('h1')].map((h) => h.textContent).join(' / ')} | ${document.title}\n`);
      });
      } catch (e) { appendFileSync('/tmp/w/guide-ends.log', `${flow.machine.id} ${kind} failed ${(e as Error).message.slice(0,200)}\n`); }
    }
    appendFileSync('/tmp/w/guide-ends.log', `-- ${flow.machine.id} ${[...done]}\n`);
  }
}, 300000);
