import { configure } from '@testing-library/react';

// A whole app on a busy machine takes longer than the library waits for a control of its own.
configure({ asyncUtilTimeout: 10_000 });
