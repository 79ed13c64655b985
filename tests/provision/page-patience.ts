/**
 * How long a step in a browser waits for what it needs: longer than a busy machine takes for it, since only what fails
 * waits that long, and less than the test as a whole has (vitest.config.ts), so that a failure says what was missing.
 */
export const PAGE_PATIENCE_MS = 120_000;
