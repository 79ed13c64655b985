import { it } from 'vitest';
import { walkCell } from '#tests/walk/component-cells.ts';
import { flows } from '#tests/walk/flows.ts';
import { shortListOf } from '#tests/walk/short-list.ts';
import { walksInTurns } from '#tests/walk/turns.ts';

/** Every state × the browser's Back (P-2): the cells that no path of the short list comes by. */
it.each(walksInTurns(flows.flatMap((cases) => shortListOf(cases).alone.filter(({ matrix }) => matrix === 'back'))))('keeps $walk.cell.id in $culture', ({ walk, culture, strict }) => walkCell(walk, { culture, strict }));
