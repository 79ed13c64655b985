import { afterAll, expect } from 'vitest';
import { leftBehind } from './left-behind.ts';

const env = { ...process.env };

afterAll(() => {
  const changed = [...new Set([...Object.keys(env), ...Object.keys(process.env)])]
    .filter((name) => env[name] !== process.env[name])
    .map((name) => `${name} in the environment`);
  expect(
    [...leftBehind([globalThis, console, process, Date, Math]), ...changed],
    'what this file leaves to the next one',
  ).toEqual([]);
});
