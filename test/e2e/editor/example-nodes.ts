import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import { isOurs } from '../../../sandbox/src/n8n/nodes.ts';
import { NODE_TYPES } from '../../../scripts/start/n8n.ts';
import { exampleNames, readExample } from '../support/example-workflows.ts';
import { prepareTimeoutMs } from '../support/playground.ts';
import { TriggerN8n } from '../support/real-n8n.ts';

let types: INodeTypeDescription[];

/** Finds n8n's description of a node's type in the version that the node has; undefined if there is none. */
const descriptionOf = ({ type, typeVersion }: WorkflowNode): INodeTypeDescription | undefined =>
	types.find(({ name, version }) => name === type && [version].flat().includes(typeVersion));

/** The names of the parameters that the panel does not show for what is chosen, or does not have at all. */
function strayParameters(node: WorkflowNode, description: INodeTypeDescription): string[] {
	const shown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(
			node.parameters as never,
			property,
			{ typeVersion: node.typeVersion },
			description,
		);
	const properties = description.properties.filter(shown);
	return Object.entries(node.parameters).flatMap(([name, value]) => {
		const property = properties.find((one) => one.name === name);
		if (!property) return [name];
		if (property.type !== 'collection') return [];
		const options = (property.options ?? []).map((option) => option.name);
		return Object.keys(value as object)
			.filter((option) => !options.includes(option))
			.map((option) => `${name}.${option}`);
	});
}

/** Tests the nodes of the examples against n8n's descriptions, which only an n8n with the editor gives. */
export function exampleNodes(): void {
	beforeAll(async () => {
		types = await (await TriggerN8n.share('full')).client.nodeTypes();
	}, prepareTimeoutMs);

	test('n8n has loaded the nodes from the packed tarball under their published names', () => {
		const names = types.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(NODE_TYPES));
	});

	describe.each(exampleNames())('%s', (name) => {
		const example = readExample(name);

		test('has only nodes that n8n knows, in their newest versions', () => {
			for (const node of example.nodes) {
				const description = descriptionOf(node);
				expect({ node: node.name, known: description?.name }).toEqual({ node: node.name, known: node.type });
				const newest = types.filter((type) => type.name === node.type).flatMap(({ version }) => version);
				expect({ node: node.name, version: node.typeVersion }).toEqual({
					node: node.name,
					version: Math.max(...newest),
				});
			}
		});

		test('sets nothing in our nodes that the panel does not show', () => {
			const stray = example.nodes.filter(isOurs).flatMap((node) => {
				const description = descriptionOf(node);
				return description ? strayParameters(node, description).map((one) => `${node.name}: ${one}`) : [];
			});
			expect(stray).toEqual([]);
		});

		test('has an address of its own for each node that listens', () => {
			// A node that waits is called back at the address of its execution.
			const listening = example.nodes.filter((node) =>
				descriptionOf(node)?.webhooks?.some(({ restartWebhook }) => !restartWebhook),
			);
			expect(listening.filter(({ webhookId }) => !webhookId)).toEqual([]);
		});
	});
}
