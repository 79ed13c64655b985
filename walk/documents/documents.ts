import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentJson, documentOf, type FlowDocument } from '#machines/graph/document.ts';
import { markdownOf } from '#machines/graph/markdown.ts';
import type { AnyCases } from '#machines/graph/explore.ts';
import { flows, graphOf, matricesFor, pathsOf } from '#walk/paths/flows.ts';
import { lifecycleDocument, lifecycles, lifecyclesMarkdown } from './lifecycles.ts';

/** The pages of the flows, committed so that a change of a chart is seen in review. */
const folder = join(import.meta.dirname, '../../docs/flows');

/** What a flow's pages should say now. */
export function freshDocument(cases: AnyCases): FlowDocument {
  return documentOf(graphOf(cases), pathsOf(cases), matricesFor(cases));
}

/** Every file of the folder with its expected content. */
export function freshFiles(): ReadonlyMap<string, string> {
  const files = flows
    .map(freshDocument)
    .flatMap((document) => [
      [`${document.flow}.json`, documentJson(document)] as const,
      [`${document.flow}.md`, markdownOf(document)] as const,
    ]);
  const records = lifecycles.map(lifecycleDocument);
  return new Map([
    ...files,
    ['lifecycles.json', `${JSON.stringify(records, null, 2)}\n`],
    ['lifecycles.md', lifecyclesMarkdown(records)],
  ]);
}

/** The files that differ from the charts, including missing and superfluous ones. */
export function staleFiles(): readonly string[] {
  const fresh = freshFiles();
  const left = filesThere().filter((name) => !fresh.has(name));
  return [...[...fresh].filter(([name, content]) => contentOf(name) !== content).map(([name]) => name), ...left];
}

/** Writes stale files, removes superfluous ones, and returns their names. */
export function writeFiles(): readonly string[] {
  const fresh = freshFiles();
  const stale = staleFiles();
  mkdirSync(folder, { recursive: true });
  for (const name of stale) {
    const content = fresh.get(name);
    if (content === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), content);
  }
  return stale;
}

function filesThere(): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /\.(md|json)$/.test(name));
  } catch {
    return [];
  }
}

function contentOf(name: string): string | null {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return null;
  }
}

const committed = new Map<string, FlowDocument>();

/** The committed page of a flow: the oracle that a walk compares with, independent of the chart itself. */
export function committedDocument(flow: string): FlowDocument {
  const known = committed.get(flow);
  if (known !== undefined) return known;
  const content = contentOf(`${flow}.json`);
  if (content === null)
    throw new Error(`docs/flows/${flow}.json is missing; run npm run flows, look at what it says, and commit it.`);
  const document = JSON.parse(content) as FlowDocument;
  committed.set(flow, document);
  return document;
}
