// The layout engine in a separate thread, so that the atlas answers while diagrams are laid out. Plain JavaScript,
// because a thread starts without the TypeScript loader.
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

const Elk = createRequire(import.meta.url)('elkjs');
const elk = new Elk();

parentPort?.on('message', ({ id, graph }) => {
  elk.layout(graph).then(
    (laid) => parentPort?.postMessage({ id, laid }),
    (error) => parentPort?.postMessage({ id, error: String(error?.message ?? error) }),
  );
});
