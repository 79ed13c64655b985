// The reference of a start: the same embedded engine on a copy of the same folder, with one server of Node before it,
// and nothing else. `node bare-club.mjs DATABASE PORT`
import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const [database = '', port = ''] = process.argv.slice(2);
const engine = await PGlite.create({ fs: new NodeFS(database) });
const server = createServer((_, response) => {
  void engine.query('SELECT count(*) FROM members').then(({ rows }) => response.end(JSON.stringify(rows)));
});
server.listen(Number(port), 'localhost');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void engine.close();
});
