import type { IDataObject, INode } from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { node, outputOf, runFlow, workflowOf } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { KeyStore } from '../support/key-store';
import { receive, sign } from '../support/trigger-webhook';

useFastClock();

beforeAll(async () => await KeyStore.start());
let nodeId = '';
let tests = 0;
beforeEach(() => {
	// A trigger of its own: the process keeps what it has seen for some seconds.
	nodeId = `trigger-${++tests}`;
});

const event = (deliveryKey: string, kind = 'sms.received') => ({
	json: { event: kind, payload: { n: 1 }, receivedAt: 'now', deliveryKey, verified: 'signature' },
});

/** `Start` stands in for n8n's webhook server, which hands the trigger's items to its `execute`. */
async function runTrigger(
	parameters: IDataObject,
	items: Array<ReturnType<typeof event>>,
	mode: 'webhook' | 'manual' | 'retry',
	more: Partial<INode> = {},
) {
	const settings = { events: ['sms.received', 'sms.sent'], acknowledge: 'onReceived', options: {} };
	const trigger = node(
		'Trigger',
		'n8n-nodes-voice-agent.voiceAgentTrigger',
		{ ...settings, ...parameters },
		{ id: nodeId, ...more },
	);
	const flow = {
		nodes: [node('Start', 'test.passThrough'), trigger],
		connections: { Start: { main: [[{ node: 'Trigger', type: NodeConnectionTypes.Main, index: 0 }]] } },
	};
	return await runFlow(flow, items, { voiceAgentApi: {} }, { mode });
}

const keysAt = (run: Awaited<ReturnType<typeof runTrigger>>, output = 0) =>
	outputOf(run, 'Trigger', output).map(({ json }) => json.deliveryKey);

describe('Voice Agent Trigger: an event that arrives again', () => {
	it('ends without output, and the output panel says why', async () => {
		const hintsOf = (run: Awaited<ReturnType<typeof runTrigger>>) =>
			run.data.resultData.runData.Trigger?.[0]?.hints ?? [];
		expect(hintsOf(await runTrigger({}, [event('a')], 'webhook'))).toEqual([]);
		const run = await runTrigger({}, [event('a')], 'webhook');
		expect(keysAt(run)).toEqual([]);
		expect(hintsOf(run)).toEqual([
			expect.objectContaining({ message: expect.stringMatching(/ran before.*deliveryKey.*Retry/) }),
		]);
	});

	it('makes the execution fail where an expression gives no value', async () => {
		const options = { deduplicate: '={{ $json.none }}' };
		const { data } = await runTrigger({ options }, [event('a')], 'webhook');
		expect(data.resultData.error).toMatchObject({
			name: 'NodeOperationError',
			message: "The expression in 'Ignore Repeated Events' gave no value",
			description: expect.stringMatching(/^Check that the fields in the expression exist/),
		});
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'leaves as an error and not as an event where it cannot be looked up and the node goes on: %s',
		async (onError) => {
			const { data } = await runTrigger({ options: { deduplicate: 'yes' } }, [event('a')], 'webhook', {
				onError,
			});
			expect(data.resultData.error).toBeUndefined();
			const outputs = data.resultData.runData.Trigger?.[0]?.data?.main ?? [];
			const [item] = outputs[onError === 'continueErrorOutput' ? 1 : 0] ?? [];
			expect(item?.json.error).toMatch(/^'Ignore Repeated Events' "yes" is neither true nor false/);
			expect(outputs.flatMap((items) => items ?? [])).toHaveLength(1);
		},
	);
});

describe('Voice Agent Trigger: an event that arrives again in n8n with one process', () => {
	/** The process takes the event in by its webhook, and runs the workflow with it. */
	async function arrive(id: string, parameters: IDataObject = {}) {
		const rawBody = JSON.stringify({ id, event: 'sms.received' });
		const { started } = await receive({ rawBody, headers: sign(rawBody), parameters, nodeId });
		return await runTrigger(parameters, (started ?? []).map((json) => ({ json })) as never, 'webhook');
	}

	const runs = async (id: string, parameters?: IDataObject) =>
		keysAt(await arrive(id, parameters)).length > 0;

	it('ends without output', async () => {
		expect([await runs('a'), await runs('a'), await runs('b'), await runs('b')]).toEqual([
			true,
			false,
			true,
			false,
		]);
	});
});

describe('Voice Agent Trigger: separate outputs', () => {
	it.each([
		['true', 2],
		['false', 1],
	])('are as many as the text %j says, in the editor and in a run', async (separateOutputs, count) => {
		const parameters = { events: ['sms.received', 'sms.sent'], options: { separateOutputs } };
		const trigger = node('Trigger', 'n8n-nodes-voice-agent.voiceAgentTrigger', parameters);
		const workflow = workflowOf({ nodes: [trigger], connections: {} });
		const { outputs } = new VoiceAgentTrigger().description;
		expect(NodeHelpers.getNodeOutputs(workflow, trigger, { outputs } as never)).toHaveLength(count);
		const run = await runTrigger(parameters, [event('a', 'sms.sent')], 'webhook');
		expect(keysAt(run, count - 1)).toEqual(['a']);
	});

	it('puts each event at the output of its kind, paired with its input', async () => {
		const parameters = { options: { separateOutputs: true, unknownEvents: 'passOn' } };
		const items = [event('a', 'sms.sent'), event('b'), event('c', 'unknown')];
		const run = await runTrigger(parameters, items, 'webhook');
		expect([0, 1, 2].map((output) => keysAt(run, output))).toEqual([['b'], ['a'], ['c']]);
		expect(outputOf(run, 'Trigger', 1)[0]?.pairedItem).toEqual({ item: 0 });
	});
});

describe('Voice Agent Trigger: the message of an event', () => {
	const messagesOf = (run: Awaited<ReturnType<typeof runTrigger>>, output = 0) =>
		outputOf(run, 'Trigger', output).map(({ json }) => json.message);
	const received = { channel: 'sms', direction: 'inbound' };

	it('comes out while a person tests', async () => {
		expect(messagesOf(await runTrigger({}, [event('a')], 'manual'))).toEqual([received]);
	});

	it('comes out at the output of its event, and not of one that ran before', async () => {
		const parameters = { options: { separateOutputs: true } };
		const run = await runTrigger(parameters, [event('a'), event('b', 'sms.sent')], 'webhook');
		expect([0, 1].map((output) => messagesOf(run, output))).toEqual([
			[received],
			[{ channel: 'sms', direction: 'outbound' }],
		]);
		expect(messagesOf(await runTrigger(parameters, [event('a')], 'webhook'))).toEqual([]);
	});
});
