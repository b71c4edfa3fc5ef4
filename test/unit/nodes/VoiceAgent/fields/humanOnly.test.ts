import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	findHumanOnlyFields,
	humanOnlyOption,
	requireHumanChoice,
} from '../../../../../nodes/VoiceAgent/fields/humanOnly';
import { refusalOf } from '../../../../support/refusal';

describe('an expression for all options at once, where a version of n8n passes it on', () => {
	const most: INodeProperties = { displayName: 'Most', name: 'most', type: 'number', default: 1 };
	const collection = (option: INodeProperties): INodeProperties[] => [
		{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [option] },
	];
	const contextWith = (options: string, isTool: boolean) =>
		({
			getNode: () => ({ type: isTool ? 'test.voiceAgentTool' : 'test.voiceAgent', parameters: { options } }),
			isToolExecution: () => isTool,
		}) as unknown as IExecuteFunctions;
	const check = (options: string, isTool: boolean, option = humanOnlyOption(most)) => {
		for (const field of findHumanOnlyFields(collection(option))) {
			requireHumanChoice(contextWith(options, isTool), field);
		}
	};

	it.each([
		["={{ $fromAI('options', '', 'json') }}", true],
		["={{ $fromAI('options', '', 'json') }}", false],
		['={{ $json.options }}', true],
	])('is refused if one of them is for people only: %s, in a tool: %j', (options, isTool) => {
		expect(refusalOf(() => check(options, isTool))).toMatch(
			/^'Most' takes no expression where an AI agent uses the node\. /,
		);
	});

	it('is taken in other nodes, and where no option is for people only', () => {
		expect(() => check('={{ $json.o }}', false)).not.toThrow();
		expect(() => check('={{ $json.o }}', true, most)).not.toThrow();
	});
});
