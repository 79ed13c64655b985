import { getConfig } from '@testing-library/react';

/** How the library waits before any test has changed it: this module is loaded once for all files of a worker. */
export const { asyncWrapper } = getConfig();
