/**
 * Workflows as people have saved them with an earlier version: each folder in `test/saved-workflows` is named
 * after a version and never changes again. They are read as they were then, and ask the service for the same.
 */
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';

import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentPollingTrigger } from '../../nodes/VoiceAgentPollingTrigger/VoiceAgentPollingTrigger.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { node as startNode, runFlow, type Flow } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

const ROOT = join(__dirname, '../saved-workflows');

const DESCRIPTIONS: Record<string, INodeTypeDescription> = {
	voiceAgent: new VoiceAgent().description,
	voiceAgentTool: new VoiceAgent().description,
	voiceAgentHitlTool: new VoiceAgent().description,
	voiceAgentPollingTrigger: new VoiceAgentPollingTrigger().description,
	voiceAgentTrigger: new VoiceAgentTrigger().description,
};

interface SavedWorkflow {
	file: string;
	nodes: INode[];
	pinData?: Record<string, INodeExecutionData[]>;
}

const read = <T>(version: string, file: string): T =>
	JSON.parse(readFileSync(join(ROOT, version, file), 'utf8')) as T;

function workflowsOf(version: string): SavedWorkflow[] {
	const examples = readdirSync(join(ROOT, version, 'examples')).map((name) => `examples/${name}`);
	return [...examples, 'every-operation.json'].map((file) => ({
		...read<SavedWorkflow>(version, file),
		file,
	}));
}

/** A notice is a parameter to n8n, but it has no value. */
const withoutNotices = <T>(saved: T): T =>
	JSON.parse(JSON.stringify(saved), (name, value: unknown) =>
		name.endsWith('Notice') ? undefined : value,
	) as T;

/** A body as the sandbox records it: without the values of a custom function's headers, which may be keys. */
const redactHeaders = (body: unknown): unknown =>
	JSON.parse(
		JSON.stringify(body, (field, value: unknown) =>
			field === 'headers' && Array.isArray(value)
				? value.map((header: object) => ({ ...header, value: '[redacted]' }))
				: value,
		),
	);

const nodeTypeOf = ({ type }: INode): string => type.replace('n8n-nodes-voice-agent.', '');

const isOurs = ({ type }: INode): boolean => type.startsWith('n8n-nodes-voice-agent.');

/** All parameters that count for a node: those that are saved, and the defaults of the others. */
function resolveParameters(node: INode): INodeParameters | null {
	const description = DESCRIPTIONS[nodeTypeOf(node)];
	if (!description) throw new Error(`${node.type} is gone`);
	return NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters,
		true,
		false,
		node,
		description,
	);
}

/** The defaults of a node's parameters and of the options that can be added to it, by their names. */
function readDefaults(node: INode): Record<string, unknown> {
	const description = DESCRIPTIONS[nodeTypeOf(node)];
	const parameters = resolveParameters(node) ?? {};
	const shown = (description?.properties ?? []).filter((property) =>
		NodeHelpers.displayParameter(parameters, property, node, description ?? null),
	);
	const options = shown
		.filter(({ type }) => type === 'collection')
		.flatMap((collection) => collection.options as INodeProperties[]);
	return Object.fromEntries([...shown, ...options].map((property) => [property.name, property.default]));
}

/** A recording for Voice > Clone: the first bytes of a WAV file. */
const binary = {
	data: {
		data: Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1').toString('base64'),
		mimeType: 'audio/wav',
		fileName: 'voice.wav',
		fileExtension: 'wav',
	},
};

/** A person chooses the credential after the import. */
const credentials = { voiceAgentApi: { id: '1', name: 'test' } };

let service: TestService;
beforeAll(async () => {
	service = await TestService.start();
});

/** Runs a node and returns its requests to the service, without what differs from run to run. */
async function requestsOf(node: INode, input: INodeExecutionData): Promise<unknown[]> {
	await service.clear();
	const flow: Flow = {
		nodes: [startNode('Start', 'test.passThrough'), { ...node, credentials }],
		connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
	};
	await runFlow(flow, [{ ...input, binary }], service.credentials);
	const { requests } = await service.sandbox.control('GET', '/requests');
	return requests.map(({ method, path, body }) => ({
		method,
		path,
		body: withoutChance(body as IDataObject),
	}));
}

/**
 * The reference by which a reply finds its execution is another one in
 * each run, and so is the boundary of a form.
 */
function withoutChance(body: IDataObject): unknown {
	return JSON.parse(
		JSON.stringify(body ?? null, (key, value: unknown) => (key === 'n8nReplyTo' ? 'a reference' : value)),
	);
}

describe.each(readdirSync(ROOT))('saved by version %s', (version) => {
	const workflows = workflowsOf(version);
	const parameters = read<Record<string, Record<string, INodeParameters>>>(version, 'parameters.json');

	it.each(workflows.map((workflow) => [workflow.file, workflow] as const))(
		'%s means what it did',
		(file, { nodes }) => {
			const resolved = Object.fromEntries(
				nodes.filter(isOurs).map((node) => [node.name, resolveParameters(node)]),
			);
			// A later version may have further parameters.
			expect(resolved).toMatchObject(withoutNotices(parameters[file] ?? {}));
			expect(Object.keys(resolved)).toEqual(Object.keys(parameters[file] ?? {}));
		},
	);

	const everything = read<SavedWorkflow>(version, 'every-operation.json');
	const [input = { json: {} }] = everything.pinData?.Start ?? [];
	const defaults = read<Record<string, Record<string, unknown>>>(version, 'defaults.json');

	it.each(everything.nodes.filter(isOurs).map((node) => [node.name, node] as const))(
		'%s has the same defaults',
		(name, node) => {
			expect(readDefaults(node)).toMatchObject(withoutNotices(defaults[name] ?? {}));
			expect(defaults).toHaveProperty([name]);
		},
	);

	const requests = read<Record<string, unknown[]>>(version, 'requests.json');

	it.each(
		everything.nodes
			.filter(({ type }) => type.endsWith('.voiceAgent'))
			.map((node) => [node.name, node] as const),
	)('%s asks the service for the same', async (name, node) => {
		expect(await requestsOf(node, input)).toEqual(redactHeaders(requests[name]));
	});
});
