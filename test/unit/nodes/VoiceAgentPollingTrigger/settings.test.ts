import { type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { pollingTriggerProperties } from '../../../../nodes/VoiceAgentPollingTrigger/settings';

const find = (name: string, properties = pollingTriggerProperties): INodeProperties => {
	const property = properties.find((one) => one.name === name);
	if (!property) throw new Error(`There is no ${name}`);
	return property;
};

/** The options that the editor offers. */
function offered(parameters: object): string[] {
	const options = (find('options').options ?? []) as INodeProperties[];
	const root = { options: {}, ...parameters };
	return options
		.filter((option) => NodeHelpers.displayParameter({}, option, null, null, root))
		.map(({ name }) => name);
}

describe('The panel offers', () => {
	it.each([
		[{ triggerOn: 'newMessages', direction: 'inbound' }, ['waitForPause']],
		[{ triggerOn: 'newMessages', direction: 'outbound' }, []],
		[{ triggerOn: 'failedDeliveries', direction: 'inbound' }, ['sentWithinHours']],
	])('for %j the options %j', (parameters, options) => {
		expect(offered(parameters)).toEqual(options);
	});

	it.each([
		[{}, true],
		[{ waitForPause: 10 }, false],
		[{ waitForPause: '={{ 10 }}' }, false],
		[{ sentWithinHours: 10 }, true],
	])('with the options %j Simplify: %s', (options, isShown) => {
		const parameters = { triggerOn: 'newMessages', options };
		expect(NodeHelpers.displayParameter(parameters, find('simplify'), null, null)).toBe(isShown);
	});
});
