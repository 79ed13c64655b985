import { getConfig } from '@testing-library/react';

/** How the library waits before any test has changed it: this module is read once for all files of a worker. */
export const { asyncWrapper } = getConfig();
