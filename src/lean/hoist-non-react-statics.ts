/** Formik's wrappers for class components call this; we write none, so there are no statics to carry over. */
function hoistNonReactStatics<T>(target: T): T {
  return target;
}

export { hoistNonReactStatics as default };
