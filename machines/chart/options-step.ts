/**
 * The state of a flow in which the options could not be loaded; from there `loadingOptions` asks once more.
 * @param flow by whose name its screens and texts are called
 * @param requirement id of the rule of the flow
 */
export function optionsUnavailable<const TFlow extends string>(flow: TFlow, requirement: string) {
  return {
    tags: 'error',
    meta: {
      route: '*',
      screen: `${flow}-unavailable`,
      title: `${flow}:title`,
      onReload: 'resume',
      requirements: [requirement, 'P-4', 'D-30'],
    },
    on: { RETRY: 'loadingOptions' },
  } as const;
}
