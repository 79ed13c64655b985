import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A whole app on a busy machine takes longer than the library waits for a control of its own.
configure({ asyncUtilTimeout: 10_000 });

// Vitest's functions are no globals here, so the library doesn't clean up by itself.
afterEach(cleanup);
