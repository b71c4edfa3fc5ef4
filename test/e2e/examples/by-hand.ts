import type { WorkflowFile } from '../../../playground/n8n-client.ts';
import { exampleNames, isOurs, readExample, useExamples } from '../support/examples.ts';
import type { Examples } from '../support/examples.ts';

/** The node that a person starts with: the first trigger with sample data, or the button. */
function findStart({ nodes, connections, pinData = {} }: WorkflowFile): string {
	const targets = JSON.stringify(connections);
	const triggers = nodes.filter(({ name }) => !targets.includes(`"node":${JSON.stringify(name)}`));
	const start =
		triggers.find(({ name }) => Object.hasOwn(pinData, name)) ??
		triggers.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
	if (!start) throw new Error('Nothing starts it by hand');
	return start.name;
}

/** What a person sees who has imported an example into a fresh n8n, without a credential, an account or a table. */
export function byHand(): void {
	let examples: Examples;
	useExamples((started) => {
		examples = started;
	});

	test.each(exampleNames())(
		'%s runs to its end with its sample data',
		async (name) => {
			const example = readExample(name);
			const stored = await examples.n8n.client.createWorkflow(example);
			const outcome = await examples.executeByHand(stored, findStart(example));
			expect({ message: outcome.message, status: outcome.execution.status }).toEqual({
				message: undefined,
				status: 'success',
			});
			const pinned = Object.keys(example.pinData ?? {});
			// Sample data that nothing leads to would only confuse.
			expect(outcome.nodes).toEqual(expect.arrayContaining(pinned));
			const acted = example.nodes.filter((node) => isOurs(node) && outcome.nodes.includes(node.name));
			expect(pinned).toEqual(expect.arrayContaining(acted.map((node) => node.name)));
		},
		120_000,
	);
}
