import { testsOfCellsAlone } from './cells-in-turns.ts';

/** Every state × the browser's Back (P-2). */
testsOfCellsAlone('back');
