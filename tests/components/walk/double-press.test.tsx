import { testsOfCellsAlone } from './cells-in-turns.ts';

/** Every control of every state, pressed twice at once (P-3). */
testsOfCellsAlone('double-press');
