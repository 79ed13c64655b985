// The dialogs of dialogs.test.tsx in the two languages that each was not opened in there.
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { testsOfButtons } from './support/buttons-of-dialogs.ts';
import { teachDialogs } from './support/dialogs.ts';

beforeAll(teachDialogs);
afterEach(cleanup);

testsOfButtons(1);
testsOfButtons(2);
