/** Formik's wrappers for class components call this. We write no class components, so there are no statics to copy. */
function hoistNonReactStatics<T>(target: T): T {
  return target;
}

export { hoistNonReactStatics as default };
