import { vi } from 'vitest';

/**
 * What a test file leaves to the next one in the same worker: files share their modules and globals (`isolate: false`),
 * so a mock or a stopped clock would be felt there. Asked at the end of each file, it fails the one that left
 * something.
 *
 * @param places objects on which tests put something of their own
 */
export function leftBehind(places: readonly object[]): readonly string[] {
  const mocks = places.flatMap((place) =>
    Object.getOwnPropertyNames(place).filter((name) =>
      vi.isMockFunction(Object.getOwnPropertyDescriptor(place, name)?.value),
    ),
  );
  return [...mocks.map((name) => `the mock of ${name}`), ...(vi.isFakeTimers() ? ['a clock that is stopped'] : [])];
}
