import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A whole app whose pages are transformed for the first time on a busy machine takes longer than the library waits by itself.
configure({ asyncUtilTimeout: 30_000 });

// Vitest's functions are no globals here, so the library doesn't clean up by itself.
afterEach(cleanup);
