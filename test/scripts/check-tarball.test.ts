import { folderWith, removeFolders, runScript } from './run-script.ts';

afterAll(removeFolders);

const manifest = {
	name: 'n8n-nodes-checked',
	version: '1.2.3',
	files: ['dist', 'CHANGELOG.md'],
	peerDependencies: { 'n8n-workflow': '*' },
	peerDependenciesMeta: { 'n8n-workflow': { optional: true } },
	n8n: { nodes: ['dist/nodes/A/A.node.js'], credentials: [] },
};
const files = {
	'README.md': '',
	'LICENSE.md': '',
	'CHANGELOG.md': '## [1.2.3] - 2026-05-31\n',
	'dist/nodes/A/A.node.js': '',
};

const check = (more: Record<string, string>, changes: Record<string, unknown> = {}) =>
	runScript(
		'check/tarball.ts',
		folderWith({ ...files, 'package.json': JSON.stringify({ ...manifest, ...changes }), ...more }),
	);

describe('npm run check -- tarball', () => {
	it('is content with what is to be published, which is one package when installed', () => {
		const { code, output } = check({});

		expect(output).toMatch(/holds 5 files.*installed alone it is 1 package/);
		expect(code).toBe(0);
	});

	it('names what does not belong there, what is missing, and what the package would bring along', () => {
		const { code, output } = check(
			{
				'dist/nodes/A/A.node.js.map': '{}',
				'dist/nodes/A/A.test.js': '',
				'CHANGELOG.md': '## [1.2.2] - 2026-05-01\n',
			},
			{
				dependencies: { lodash: '4.17.21' },
				peerDependenciesMeta: undefined,
				scripts: { postinstall: 'true' },
				n8n: { nodes: ['dist/nodes/B/B.node.js'], credentials: [] },
			},
		);

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
});
