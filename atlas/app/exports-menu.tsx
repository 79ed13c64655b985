import type { RefObject } from 'react';
import { keyOf, type ChartModel } from '#atlas/model/model.ts';
import { mermaidOf } from '#machines/graph/mermaid.ts';
import { plantUmlOf } from '#machines/graph/plantuml.ts';
import { scxmlOf } from '#machines/graph/scxml.ts';
import { pngOf, svgOf } from './picture.ts';
import { useSay } from './language.ts';

interface ExportsProps {
  readonly chart: ChartModel;
  readonly canvas: RefObject<HTMLElement | null>;
}

/** The diagram as a file: as a picture, or in the formats of other tools. */
export function Exports({ chart, canvas }: ExportsProps) {
  const say = useSay();
  const { id, states, transitions } = chart;
  const key = keyOf(chart);
  const words = { flow: id, states, transitions };
  const drawn = (): SVGSVGElement => {
    const svg = canvas.current?.querySelector('svg');
    if (svg == null) throw new Error('There is no diagram.');
    return svg;
  };
  const formats: readonly (readonly [name: string, file: string, content: () => Promise<Blob> | Blob])[] = [
    ['SVG', `${key}.svg`, () => new Blob([svgOf(drawn())], { type: 'image/svg+xml' })],
    ['PNG', `${key}.png`, () => pngOf(drawn())],
    ['Mermaid', `${key}.mmd`, () => text(mermaidOf(words))],
    ['PlantUML', `${key}.puml`, () => text(plantUmlOf(words))],
    ['SCXML', `${key}.scxml`, () => new Blob([scxmlOf(words)], { type: 'application/scxml+xml' })],
    [say('export.data'), `${key}.atlas.json`, () => new Blob([JSON.stringify(chart)], { type: 'application/json' })],
  ];
  return (
    <details className="menu">
      <summary>{say('export')}</summary>
      <div>
        {formats.map(([name, file, content]) => (
          <button
            key={name}
            type="button"
            onClick={() => void Promise.resolve(content()).then((blob) => save(file, blob))}
          >
            {name}
          </button>
        ))}
        <button type="button" onClick={() => window.print()}>
          {say('print')}
        </button>
      </div>
    </details>
  );
}

function text(content: string): Blob {
  return new Blob([content], { type: 'text/plain' });
}

function save(file: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
