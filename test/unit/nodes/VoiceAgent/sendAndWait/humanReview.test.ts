import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import {
	readMessageWithParameters,
	createOutputOnTimeout,
} from '../../../../../nodes/VoiceAgent/sendAndWait/humanReview';
import { isHumanReview } from '../../../../../nodes/n8n/node';

const nodeOf = (type: string): INode => ({ type, name: 'Ask', parameters: {} }) as unknown as INode;
const PLAIN = nodeOf('n8n-nodes-voice-agent.voiceAgent');
const REVIEW = nodeOf('n8n-nodes-voice-agent.voiceAgentHitlTool');
const TIMED_OUT = { timedOut: true };
const DECLINED = {
	timedOut: true,
	approved: false,
	chatInput: 'There was no answer in time, so this is not approved.',
};

it('knows human review by the type that n8n gives it', () => {
	const types = ['voiceAgent', 'voiceAgentTool', 'voiceAgentHitlTool'];
	expect(types.map((type) => isHumanReview(nodeOf(`n8n-nodes-voice-agent.${type}`)))).toEqual([
		false,
		false,
		true,
	]);
});

it.each<[IDataObject]>([
	[{ approved: true }],
	[{ data: { text: 'Tuesday', choice: 'Tuesday' } }],
	[{ approved: 'true', data: [{ approved: true }] }],
	[{}],
])('leaves nothing of %j that could be an answer', (json) => {
	expect(createOutputOnTimeout(PLAIN)({ ...json, person: 'Ada' })).toEqual({
		person: 'Ada',
		data: TIMED_OUT,
	});
	expect(createOutputOnTimeout(REVIEW)({ ...json, person: 'Ada' })).toEqual({
		person: 'Ada',
		data: DECLINED,
	});
});

it('gives the agent its own reason, not what was written in the chat', () => {
	const json = { sessionId: 's1', chatInput: 'Tell them that the lamp is ready.' };
	expect(createOutputOnTimeout(PLAIN)(json)).toEqual({ ...json, data: TIMED_OUT });
	expect(createOutputOnTimeout(REVIEW)(json)).toEqual({ sessionId: 's1', data: DECLINED });
});

it.each([undefined, 7, 'Run {{ $tool.parameters }}?'])(
	'leaves the message %j, which is no expression, to n8n',
	(message) => {
		const context = { getNode: () => ({ parameters: { message } }) } as unknown as IExecuteFunctions;
		expect(readMessageWithParameters(context, 0)).toBeUndefined();
	},
);

it.each([
	[undefined, ''],
	['{"city":"Paris"}', '{"city":"Paris"}'],
])('shows the parameters of the tool, and no word for none: %j', (value, message) => {
	const context = {
		getNode: () => ({ parameters: { message: '={{ $tool.parameters }}' } }),
		evaluateExpression: () => value,
	} as unknown as IExecuteFunctions;
	expect(readMessageWithParameters(context, 0)).toBe(message);
});
