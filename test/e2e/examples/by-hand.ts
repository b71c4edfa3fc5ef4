import type { WorkflowFile } from '../../../sandbox/src/n8n/workflow.ts';
import { isOurs } from '../../../sandbox/src/n8n/nodes.ts';
import { exampleNames, readExample, useExamples } from '../support/example-workflows.ts';
import type { Examples } from '../support/example-workflows.ts';

/** The nodes that a person starts with: the triggers with sample data, or the button. */
function findStarts({ nodes, connections, pinData = {} }: WorkflowFile): string[] {
	const targets = JSON.stringify(connections);
	const triggers = nodes.filter(({ name }) => !targets.includes(`"node":${JSON.stringify(name)}`));
	const pinned = triggers.filter(({ name }) => Object.hasOwn(pinData, name));
	const button = triggers.filter(({ type }) => type === 'n8n-nodes-base.manualTrigger');
	const starts = pinned.length > 0 ? pinned : button.slice(0, 1);
	if (starts.length === 0) throw new Error('Nothing starts it by hand');
	return starts.map(({ name }) => name);
}

/**
 * Tests what happens when a person has imported an example into a fresh n8n,
 * without a credential, an account or a table.
 */
export function byHand(): void {
	let examples: Examples;
	useExamples((started) => {
		examples = started;
	});

	test.each(exampleNames())(
		'%s comes out as it was imported, and runs to its end with its sample data',
		async (name) => {
			const example = readExample(name);
			const stored = await examples.n8n.client.createWorkflow(example);
			expect(stored).toMatchObject({ name: example.name, connections: example.connections });
			// n8n gives each node that may wait an ID for it.
			const given = new Set(example.nodes.filter(({ webhookId }) => !webhookId).map(({ id }) => id));
			const nodes = stored.nodes.map((node) =>
				given.has(node.id) ? { ...node, webhookId: undefined } : node,
			);
			expect(nodes).toEqual(example.nodes);

			const ran: string[] = [];
			for (const start of findStarts(example)) {
				const outcome = await examples.executeByHand(stored, start);
				expect({ message: outcome.message, status: outcome.execution.status }).toEqual({
					message: undefined,
					status: 'success',
				});
				ran.push(...outcome.nodes);
			}
			const pinned = Object.keys(example.pinData ?? {});
			// Sample data that nothing leads to would only confuse.
			expect(ran).toEqual(expect.arrayContaining(pinned));
			const acted = example.nodes.filter((node) => isOurs(node) && ran.includes(node.name));
			expect(pinned).toEqual(expect.arrayContaining(acted.map((node) => node.name)));
		},
		120_000,
	);
}
