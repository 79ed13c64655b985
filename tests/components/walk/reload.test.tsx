import { testsOfCellsAlone } from './cells-in-turns.ts';

/** Every state × the page loaded again (P-1). */
testsOfCellsAlone('reload');
