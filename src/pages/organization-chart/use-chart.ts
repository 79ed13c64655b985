import { useEffect, useState, useSyncExternalStore } from 'react';
import { useServices } from '#src/services/services.ts';
import { dataOf } from '#src/reads/answers.ts';
import { ChartModel } from './model.ts';
import { LEVELS } from './reader.ts';

/** How long a view must rest before its parts are loaded. */
const REST_MS = 150;

/**
 * The chart of the member's own organization, which loads what comes into view. The component renders again with each
 * change.
 */
export function useChart(): { readonly model: ChartModel; readonly version: number } {
  const { api } = useServices();
  const [model] = useState(
    () =>
      new ChartModel({
        readTree: (seatNo, signal) =>
          dataOf(
            api.GET('/organization/tree', {
              params: { query: { levels: LEVELS, ...(seatNo === null ? {} : { seatNo }) } },
              signal,
            }),
          ),
        readWay: (username, cursor, signal) =>
          dataOf(
            api.GET('/account/SeatUp', {
              params: { query: { username, ...(cursor === null ? {} : { cursor }) } },
              signal,
            }),
          ),
      }),
  );
  const version = useSyncExternalStore(model.subscribe, model.versionNow, model.versionNow);

  useEffect(() => {
    model.reader.start();
    return () => model.end();
  }, [model]);
  useEffect(() => {
    const timer = setTimeout(() => model.readWhatIsSeen(), REST_MS);
    return () => clearTimeout(timer);
  }, [model, version]);
  return { model, version };
}
