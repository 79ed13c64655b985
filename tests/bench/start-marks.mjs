// Read before the program of a start (`node --import`): notes its phases, with the time of its main thread, of all its
// threads, and its memory, one line of JSON for each in the file that BENCH_MARKS names.
import { appendFileSync, readFileSync } from 'node:fs';
import { Server } from 'node:http';

const file = process.env.BENCH_MARKS;
const thread = `/proc/self/task/${process.pid}/schedstat`;

/** Milliseconds of the main thread on a processor; where the system doesn't tell, those of all threads. */
function ofThread() {
  try {
    return Number(readFileSync(thread, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return ofAll();
  }
}

function ofAll() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function note(phase) {
  const line = { phase, at: Date.now(), main: ofThread(), all: ofAll(), rss: process.memoryUsage.rss() };
  appendFileSync(file ?? '', `${JSON.stringify(line)}\n`);
}

// Only the first process: what it starts gets the same options.
if (file !== undefined) {
  delete process.env.BENCH_MARKS;
  note('begun');
  const mark = performance.mark.bind(performance);
  performance.mark = (name, ...rest) => {
    if (String(name).startsWith('perch:')) note(String(name).slice('perch:'.length));
    return mark(name, ...rest);
  };
  const emit = Server.prototype.emit;
  Server.prototype.emit = function emitAndNote(event, ...given) {
    if (event === 'request') {
      Server.prototype.emit = emit;
      given[1].once('finish', () => note('first answer'));
    }
    return emit.call(this, event, ...given);
  };
}
