import { folderWith, removeFolders, runScript } from './run-script.ts';

afterAll(removeFolders);

// That the check is content with what is right shows each time it checks this package.
it('the check of the tarball names what does not belong there, what is missing, and what it would bring along', () => {
	const manifest = {
		name: 'n8n-nodes-checked',
		version: '1.2.3',
		files: ['dist', 'CHANGELOG.md'],
		dependencies: { lodash: '4.17.21' },
		peerDependencies: { 'n8n-workflow': '*' },
		scripts: { postinstall: 'true' },
		n8n: { nodes: ['dist/nodes/B/B.node.js'], credentials: [] },
	};
	const folder = folderWith({
		'package.json': JSON.stringify(manifest),
		'README.md': '',
		'LICENSE.md': '',
		'CHANGELOG.md': '## [1.2.2] - 2026-05-01\n',
		'dist/nodes/A/A.node.js.map': '{}',
		'dist/nodes/A/A.test.js': '',
	});
	const { code, output } = runScript('check/tarball.ts', folder);
	expect(code).toBe(1);
	for (const fault of [
		'dist/nodes/A/A.node.js.map does not belong there',
		'dist/nodes/A/A.test.js does not belong there',
		'dist/nodes/B/B.node.js, which n8n is told to load, is missing',
		'lodash is a run-time dependency',
		'n8n-workflow must be an optional peer',
		'the script postinstall would run on installing',
		'CHANGELOG.md has no entry for 1.2.3',
	]) {
		expect(output).toContain(fault);
	}
});
