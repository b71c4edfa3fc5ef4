/** Workflows that were saved with an earlier version of the package, in a real n8n. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowFile, WorkflowNode } from '../../../playground/n8n-client.ts';
import { asRecorded } from '../../support/as-recorded.ts';
import { isOurs, sharedN8n, useExamples } from '../../support/example-workflows.ts';
import type { Examples } from '../../support/example-workflows.ts';
import { paths } from '../../support/prepared.ts';

const ROOT = join(paths.projectRoot, 'test', 'saved-workflows');

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')) as T;

/** A run by hand has no recording to clone, and an execution waits for one reply at a time. */
const isLeftOut = ({ name }: WorkflowNode): boolean => /^Voice: Clone|Send and Wait/.test(name);

export const saved = (): void => {
	let examples: Examples;
	useExamples((started) => {
		examples = started;
	});

	describe.each(readdirSync(ROOT))('by version %s', (version) => {
		test.each(readdirSync(join(ROOT, version, 'examples')))('%s is imported as it was', async (file) => {
			const workflow = read<WorkflowFile>(version, 'examples', file);
			const stored = await sharedN8n().client.createWorkflow(workflow);
			const parameters = ({ nodes }: WorkflowFile) => nodes.map(({ parameters }) => parameters);
			expect(parameters(stored)).toEqual(parameters(workflow));
		});

		test('every operation asks the service for the same', async () => {
			const workflow = read<WorkflowFile>(version, 'every-operation.json');
			const credentials = { voiceAgentApi: { id: examples.credential, name: 'Service' } };
			const stored = await examples.n8n.client.createWorkflow({
				...workflow,
				settings: { ...workflow.settings, timezone: 'Europe/Berlin' },
				nodes: workflow.nodes.map((node) => ({
					...node,
					...(isOurs(node) && { credentials }),
					...(isLeftOut(node) && { disabled: true }),
				})),
			});
			await examples.executeByHand(stored, 'Start');
			const { requests } = await examples.sandbox.control('GET', '/requests');
			const asked = (requests as Array<{ method: string; path: string; body: unknown }>).map(
				({ method, path, body }) => JSON.stringify({ method, path, body }),
			);
			const expected = Object.entries(read<Record<string, unknown[]>>(version, 'requests.json'))
				.filter(([name]) => !isLeftOut({ name } as WorkflowNode))
				.flatMap(([, requests]) => requests.map((request) => JSON.stringify(asRecorded(request))));
			expect(asked.sort()).toEqual(expected.sort());
		});
	});
};
