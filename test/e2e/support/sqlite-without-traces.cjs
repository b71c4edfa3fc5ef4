/**
 * Loaded into n8n before its own code. TypeORM has sqlite3 keep a stack trace and a description of each query, in case it
 * fails.
 */
const { createRequire } = require('node:module');

const [, program = ''] = process.argv;
if (program.endsWith('/n8n/bin/n8n')) {
	const sqlite3 = createRequire(program)('sqlite3');
	sqlite3.verbose = () => sqlite3;
}
