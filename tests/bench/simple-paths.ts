/**
 * The graph package's simple paths of the given flow, in a process of its own that can be killed, since their number
 * explodes. Its first line says that measuring begins, the second one is the row.
 */
import { flows } from '#walk/paths/flows.ts';
import { libraryRow } from './library-paths.ts';
import { syntheticWizard } from './synthetic-chart.ts';

const cases = [...flows, syntheticWizard].find(({ machine }) => machine.id === process.argv[2]);
if (cases === undefined) throw new Error(`There is no flow ${process.argv[2]}.`);
console.log('begins');
console.log(JSON.stringify(libraryRow(cases, 'simplePaths', 1)));
