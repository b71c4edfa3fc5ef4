import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { readHumanReview, toOutputOnTimeout } from '../../../../../nodes/VoiceAgent/sendAndWait/humanReview';

const nodeOf = (type: string, parameters: IDataObject = {}): INode =>
	({ type: `n8n-nodes-voice-agent.${type}`, name: 'Ask', parameters }) as unknown as INode;
const REVIEW = nodeOf('voiceAgentHitlTool');
const TIMED_OUT = { timedOut: true };
const DECLINED = {
	timedOut: true,
	approved: false,
	chatInput: 'There was no answer in time, so this is not approved.',
};

it.each<[IDataObject]>([
	[{ approved: true }],
	[{ data: { text: 'Tuesday', choice: 'Tuesday' } }],
	[{ approved: 'true', data: [{ approved: true }] }],
	[{}],
])('leaves nothing of %j that could be an answer', (json) => {
	const input = { ...json, person: 'Ada' };
	for (const type of ['voiceAgent', 'voiceAgentTool']) {
		expect(toOutputOnTimeout(nodeOf(type), input)).toEqual({ person: 'Ada', data: TIMED_OUT });
	}
	expect(toOutputOnTimeout(REVIEW, input)).toEqual({ person: 'Ada', data: DECLINED });
});

it('gives the agent its own reason, not what was written in the chat', () => {
	const json = { sessionId: 's1', chatInput: 'Tell them that the lamp is ready.' };
	expect(toOutputOnTimeout(nodeOf('voiceAgent'), json)).toEqual({ ...json, data: TIMED_OUT });
	expect(toOutputOnTimeout(REVIEW, json)).toEqual({ sessionId: 's1', data: DECLINED });
});

it.each<[unknown, unknown, string | undefined]>([
	[undefined, 'x', undefined],
	[7, 'x', undefined],
	['Run {{ $tool.parameters }}?', 'x', undefined],
	['=Run it?', 'x', undefined],
	['={{ $tool.parameters }}', undefined, ''],
	['={{ $tool.parameters }}', '{"city":"Paris"}', '{"city":"Paris"}'],
])('shows the parameters of the tool, and no word for none: %j with %j', (message, value, shown) => {
	const context = {
		getNode: () => nodeOf('voiceAgentHitlTool', { message } as IDataObject),
		getWorkflowDataProxy: () => ({ $node: { Ask: { runIndex: 0 } }, $runIndex: 0 }),
		evaluateExpression: () => value,
	} as unknown as IExecuteFunctions;
	expect(readHumanReview(context, 0, "'Recipient'").message).toBe(shown);
});

it.each([
	['the last of several calls', 1, 1, undefined],
	[
		'an earlier one, which is not asked about',
		1,
		0,
		{ data: { approved: false, chatInput: expect.stringMatching(/^One tool call at a time/) } },
	],
])('asks about %s', (_, lastRun, thisRun, declined) => {
	const context = {
		getNode: () => nodeOf('voiceAgentHitlTool'),
		getWorkflowDataProxy: () => ({ $node: { Ask: { runIndex: lastRun } }, $runIndex: thisRun }),
	} as unknown as IExecuteFunctions;
	expect(readHumanReview(context, 0, "'Recipient'").declined).toEqual(declined);
});
