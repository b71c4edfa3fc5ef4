import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { WorkflowFile, WorkflowNode } from '../../playground/n8n-client.ts';
import { nodeTypes } from '../../scripts/start/demo.ts';
import { nodesAt, overlaps } from './examples/canvas.ts';
import { calls } from './examples/calls.ts';
import { campaign } from './examples/campaign.ts';
import { byHand } from './examples/by-hand.ts';
import { conversations } from './examples/conversations.ts';
import { decisions } from './examples/decisions.ts';
import { events } from './examples/events.ts';
import { functions } from './examples/functions.ts';
import { replies } from './examples/replies.ts';
import { saved } from './examples/saved.ts';
import {
	exampleNames,
	isOurs,
	readExample,
	readExamplesPage,
	shareN8n,
	sharedN8n,
} from '../support/example-workflows.ts';

const NOTE = 'n8n-nodes-base.stickyNote';

let types: INodeTypeDescription[];

shareN8n();

beforeAll(async () => {
	types = await sharedN8n().client.nodeTypes();
});

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

/** The section of the page that is about an example. */
const sectionOf = (example: WorkflowFile): string =>
	readExamplesPage()
		.split(/^## /m)
		.find((section) => section.startsWith(`${example.name}\n`)) ?? '';

test('n8n has loaded the nodes from the packed tarball under their published names', () => {
	const names = types.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(nodeTypes));
});

test('n8n knows the Polling Trigger as a trigger that polls, and finds it by what people look for', () => {
	const type = types.find(({ name }) => name === 'n8n-nodes-voice-agent.voiceAgentMessageTrigger');
	expect(type).toMatchObject({ polling: true, codex: { alias: expect.arrayContaining(['sms received']) } });
	expect(type?.properties.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['pollTimes', 'direction', 'phoneNumber', 'channel', 'simplify']),
	);
});

test('the page is about all examples and no others', () => {
	const pictures = [...readExamplesPage().matchAll(/\]\(([\w-]+)\.png\)/g)].map(([, name]) => name);
	expect(pictures.sort()).toEqual(exampleNames());
});

describe.each(exampleNames())('%s', (name) => {
	const example = readExample(name);

	test('is named like its workflow', () => {
		expect(example.name.toLowerCase().replace(/[^a-z]+/g, '-')).toBe(name);
	});

	test('can be imported and comes out as it went in', async () => {
		const stored = await sharedN8n().client.createWorkflow(example);
		expect(stored).toMatchObject({ name: example.name, connections: example.connections });
		// n8n gives each node that may wait an ID for it.
		const given = new Set(example.nodes.filter(({ webhookId }) => !webhookId).map(({ id }) => id));
		const nodes = stored.nodes.map((node) => (given.has(node.id) ? { ...node, webhookId: undefined } : node));
		expect(nodes).toEqual(example.nodes);
	});

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

	test('holds no credential and nothing of the n8n that it comes from', () => {
		const allowed = ['connections', 'name', 'nodes', 'pinData', 'settings'];
		expect(Object.keys(example).sort()).toEqual(allowed);
		expect(example.settings).toEqual({ executionOrder: 'v1' });
		expect(example.nodes.filter(({ credentials }) => credentials)).toEqual([]);
	});

	test('has an address of its own for each node that listens', () => {
		// A node that waits is called back at the address of its execution.
		const listening = example.nodes.filter((node) =>
			descriptionOf(node)?.webhooks?.some(({ restartWebhook }) => !restartWebhook),
		);
		expect(listening.filter(({ webhookId }) => !webhookId)).toEqual([]);
	});

	test('says on a note what it does and how to set it up', () => {
		const [note, ...others] = example.nodes.filter(({ type }) => type === NOTE);
		expect(others).toEqual([]);
		const text = String(note?.parameters.content);
		expect(text).toMatch(/^## .+\n/);
		expect(text.match(/^\d\. /gm)?.length).toBeGreaterThanOrEqual(2);
		// A bold name in the note that is not a node is a label of n8n's or of ours.
		const named = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, bold]) => bold);
		expect(named).toContain('Voice Agent API');
	});

	test('shows all its nodes: none lies on another', () => {
		expect(overlaps(nodesAt(example, (node) => descriptionOf(node)))).toEqual([]);
	});

	test('has a picture, a paragraph and its set-up on the page of examples', () => {
		const section = sectionOf(example);
		expect(section).toContain(`(${name}.png)`);
		expect(section).toContain(`(${name}.json)`);
		expect(section).toMatch(/\*\*Set up:\*\*/);
	});
});

test('parameters that the panel does not show are found', () => {
	const [skill] = readExample('triage-calls-and-sms').nodes.filter(({ name }) => name === 'Alert the Team');
	if (!skill) throw new Error('There is no such node');
	const description = descriptionOf(skill);
	if (!description) throw new Error('n8n does not know the node');
	const parameters = { ...skill.parameters, messageId: 'of another operation', options: { unheardOf: 1 } };
	expect(strayParameters({ ...skill, parameters }, description)).toEqual(['options.unheardOf', 'messageId']);
});

test('no two examples listen at the same address', () => {
	const ids = exampleNames().flatMap((name) =>
		readExample(name).nodes.flatMap(({ webhookId }) => webhookId ?? []),
	);
	expect(new Set(ids).size).toBe(ids.length);
});

describe('run at once by hand', byHand);
describe('run by a call', calls);
describe('run by an event', events);
describe('run by an agent during a call', functions);
describe('run with a decision', decisions);
describe('run with a reply', replies);
describe('run in a conversation', conversations);
describe('run from a form', campaign);
describe('saved', saved);
