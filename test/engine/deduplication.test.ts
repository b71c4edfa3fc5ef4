import type { IDataObject, INode } from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { node, outputOf, runFlow, workflowOf } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { KeyStore } from '../support/key-store';

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
		expect(outputOf(run, 'Trigger', 1)).toMatchObject([
			{ json: { message: { channel: 'sms', direction: 'outbound' } }, pairedItem: { item: 0 } },
		]);
	});
});

it('Voice Agent Trigger: the message of an event comes out while a person tests', async () => {
	const [item] = outputOf(await runTrigger({}, [event('a')], 'manual'), 'Trigger');
	expect(item?.json.message).toEqual({ channel: 'sms', direction: 'inbound' });
});
