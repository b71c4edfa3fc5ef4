import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';

const folder = join(__dirname, '../../examples');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const names = globSync('*/workflow.json', { cwd: folder }).map(dirname).sort();
const workflowOf = (name: string) => JSON.parse(textOf(`${name}/workflow.json`)) as WorkflowFile;

describe.each(names)('%s', (name) => {
	const example = workflowOf(name);

	it('is named like its workflow', () => {
		expect(example.name.toLowerCase().replace(/[^a-z]+/g, '-')).toBe(name);
	});

	it('holds no credential and nothing of the n8n that it comes from', () => {
		const allowed = ['connections', 'name', 'nodes', 'pinData', 'settings'];
		expect(Object.keys(example).sort()).toEqual(allowed);
		expect(example.settings).toEqual({ executionOrder: 'v1' });
		expect(example.nodes.filter(({ credentials }) => credentials)).toEqual([]);
	});

	it('says on a note what it does and how to set it up', () => {
		const [note, ...others] = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(others).toEqual([]);
		const text = String(note?.parameters.content);
		expect(text).toMatch(/^## .+\n/);
		expect(text.match(/^\d\. /gm)?.length).toBeGreaterThanOrEqual(2);
		// A bold name in the note that is not a node is a label of n8n's or of ours.
		const named = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, bold]) => bold);
		expect(named).toContain('Voice Agent API');
	});

	it('is on the page of the examples once', () => {
		expect(textOf('README.md').split(`- [${example.name}](${name}/)`)).toHaveLength(2);
	});

	it('is described in three sentences and shown', () => {
		const [heading, description = '', picture] = textOf(`${name}/README.md`).split('\n\n');
		expect(heading).toBe(`# ${example.name}`);
		expect(description.match(/[.](?=\s|$)/g)).toHaveLength(3);
		expect(picture).toBe("![The workflow in n8n's editor](picture.png)");
	});
});

it('the examples have scenarios', () => {
	const untested = names.filter(
		(name) => globSync('scenario{,.*}.json', { cwd: join(folder, name) }).length === 0,
	);
	expect(untested).toEqual([]);
});

it('no two examples listen at the same address', () => {
	const ids = names.flatMap((name) => workflowOf(name).nodes.flatMap(({ webhookId }) => webhookId ?? []));
	expect(new Set(ids).size).toBe(ids.length);
});
