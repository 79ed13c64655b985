import { useState, type RefObject } from 'react';
import { keyOf, type ChartModel } from '#atlas/model/model.ts';
import { mermaidOf } from '#machines/graph/mermaid.ts';
import { plantUmlOf } from '#machines/graph/plantuml.ts';
import { scxmlOf } from '#machines/graph/scxml.ts';
import { pngOf, svgOf } from './picture.ts';
import { useSay } from './language.ts';
import { Failure, reasonOf } from './said.tsx';

interface ExportsProps {
  readonly chart: ChartModel;
  readonly canvas: RefObject<HTMLElement | null>;
}

/** The diagram as a file: as a picture, or in the formats of other tools. */
export function Exports({ chart, canvas }: ExportsProps) {
  const say = useSay();
  const [failed, setFailed] = useState<string | null>(null);
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
  const give = async (file: string, content: () => Promise<Blob> | Blob): Promise<void> => {
    setFailed(null);
    try {
      save(file, await content());
    } catch (error) {
      setFailed(reasonOf(error));
    }
  };
  return (
    <details className="menu">
      <summary>{say('export')}</summary>
      <div>
        {formats.map(([name, file, content]) => (
          <button key={name} type="button" onClick={() => void give(file, content)}>
            {name}
          </button>
        ))}
        <button type="button" onClick={() => window.print()}>
          {say('print')}
        </button>
        <Failure what="export.failed" why={failed} />
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
