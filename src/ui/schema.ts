import type * as Yup from 'yup';

type Library = typeof Yup;
/** Makes the schema with the library. */
type Build = (yup: Library) => unknown;
type Method = (...parameters: unknown[]) => unknown;

/** Fetches the library, so that it is there when a form is sent; null if it can't be loaded. */
export const fetchRules = (): Promise<Library | null> => import('yup').catch(() => null);

/** The builds of the schemas below, so that one can be part of another. */
const builds = new WeakMap<object, Build>();

/**
 * The functions of yup of the same names. What they return notes how the schema is made, and makes it with the first
 * value to be checked: the library, a fifth of what a page with a form needs, is loaded then, and a page is complete
 * without it. If it can't be loaded, the value counts as valid: the server refuses what is wrong, at its entry.
 */
export const object = begunWith('object') as Library['object'];
export const string = begunWith('string') as Library['string'];
export const boolean = begunWith('boolean') as Library['boolean'];

function begunWith(name: 'object' | 'string' | 'boolean'): Method {
  return (...parameters) => later((yup) => called(yup, name, yup, parameters));
}

function later(build: Build): object {
  const schema: object = new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (name === 'validate' || name === 'validateAt') return checkWith(build, name);
        return (...parameters: unknown[]) => later((yup) => called(yup, name, build(yup), parameters));
      },
    },
  );
  builds.set(schema, build);
  return schema;
}

function checkWith(build: Build, name: string): Method {
  return async (...parameters) => {
    const yup = await fetchRules();
    return yup === null ? parameters[0] : called(yup, name, build(yup), parameters);
  };
}

function called(yup: Library, name: string, target: unknown, parameters: readonly unknown[]): unknown {
  return (target as Record<string, Method>)[name]?.(...parameters.map((each) => made(each, yup)));
}

/** A parameter as yup takes it: with schemas of its own, also inside the shape of an object, or from a condition. */
function made(given: unknown, yup: Library): unknown {
  if (typeof given === 'function') {
    const ask = given as Method;
    return (...parameters: unknown[]) => made(ask(...parameters), yup);
  }
  if (typeof given !== 'object' || given === null) return given;
  const build = builds.get(given);
  if (build !== undefined) return build(yup);
  if (Object.getPrototypeOf(given) !== Object.prototype || !Object.values(given).some(isLater)) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, made(value, yup)]));
}

const isLater = (value: unknown): boolean => typeof value === 'object' && value !== null && builds.has(value);
