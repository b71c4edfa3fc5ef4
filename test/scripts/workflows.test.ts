import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { weaknesses, type Workflow } from '../../scripts/release/workflow.ts';

const folder = join(__dirname, '../../.github/workflows');
const files = globSync('*.yml', { cwd: folder });
const read = (file: string) => parse(readFileSync(join(folder, file), 'utf8')) as Workflow;

it.each(files)('%s pins its actions and grants no job more than it needs', (file) => {
	expect(weaknesses(read(file))).toEqual([]);
});

it('names what weakens a workflow', () => {
	const publish = { permissions: { 'id-token': 'write', contents: 'write' } };
	const found = weaknesses({
		permissions: { contents: 'read' },
		jobs: {
			build: {
				permissions: { 'id-token': 'write' },
				steps: [{ uses: 'actions/checkout@v4' }, { run: 'npx x' }, { run: 'echo ${{ github.ref }}' }],
			},
			publish: {
				...publish,
				steps: [{ uses: `actions/checkout@${'0'.repeat(40)}` }, { run: 'npm ci' }, { run: 'npm publish' }],
			},
		},
	});
	const announce = { permissions: { contents: 'write' }, steps: [{ run: 'gh release create v1' }] };
	expect(weaknesses({ permissions: {}, jobs: { announce } })).toEqual([]);
	expect(found).toEqual([
		'The workflow grants permissions to all jobs.',
		'build may write id-token.',
		'build uses actions/checkout@v4, which is not pinned to a commit.',
		'build downloads what is not pinned: npx x',
		'build puts a value into a command: echo ${{ github.ref }}',
		'publish may write contents.',
		'publish checks the repository out.',
		'publish runs more than it must: npm ci',
		'publish lets the package run its scripts: npm publish',
	]);
});
