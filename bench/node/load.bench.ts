/** What it costs to load the package: a cold `require` of both nodes in a fresh process, and the size of the tarball. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { printTable } from '../table.ts';

const ROOT = join(__dirname, '../..');
const NODES = ['VoiceAgent/VoiceAgent.node.js', 'VoiceAgentTrigger/VoiceAgentTrigger.node.js'];

function main(): void {
	const script = (files: string[]) => `
		require('n8n-workflow');
		const begun = performance.now();
		${files.map((file) => `require(${JSON.stringify(join(ROOT, 'dist/nodes', file))});`).join('\n')}
		console.log(performance.now() - begun);`;
	const milliseconds = (files: string[]) => {
		const runs = Array.from({ length: 9 }, () =>
			Number(execFileSync(process.execPath, ['-e', script(files)], { cwd: ROOT, encoding: 'utf8' })),
		);
		return runs.sort((a, b) => a - b)[4] ?? 0;
	};
	const [{ size, unpackedSize, files }] = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' }),
	) as [{ size: number; unpackedSize: number; files: unknown[] }];
	printTable('Loading the package (median of nine fresh processes, n8n-workflow already loaded)', [
		...NODES.map((file) => ({ what: file, 'ms to require': milliseconds([file]) })),
		{ what: 'both', 'ms to require': milliseconds(NODES) },
	]);
	printTable('The tarball', [
		{ 'packed, KB': size / 1024, 'unpacked, KB': unpackedSize / 1024, files: files.length },
	]);
}

main();
