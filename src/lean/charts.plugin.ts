import type { Plugin } from 'vite';

/**
 * What a state says for documents and tests, as the charts write it: its title, requirements and calls, what a reload
 * leads to, and what its call does if its answer is lost.
 */
const FOR_DOCUMENTS = [
  /\b(?:requirements|api): \[[^\]]*\],?/g,
  /\b(?:lostAnswer|onReload):\s+(?:(['"]).*?\1|\w+),?/g,
  /\btitle:\s+(['"])[\w-]+:[\w.]+\1,?/g,
];

/** A chart's source without what only its documents and tests read. */
export const bareChart = (source: string): string =>
  FOR_DOCUMENTS.reduce((left, entry) => left.replace(entry, ''), source);

/** Takes what only documents and tests read of a state out of the client's build. */
export function bareCharts(): Plugin {
  let found = 0;
  return {
    name: 'perch:bare-charts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/machines\/[^?]+\.ts$/ },
      handler(code) {
        const bare = bareChart(code);
        if (bare !== code) found += 1;
        return bare;
      },
    },
    buildEnd(error) {
      if (error === undefined && found === 0)
        this.error('No chart has requirements any more; see src/lean/charts.plugin.ts.');
    },
  };
}
