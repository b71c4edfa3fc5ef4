/** Which credential a node shows, which `n8n/node.ts` and `parameters/fields.ts` answer together. All nodes have the same definition: see guidelines.test.ts. */
import { type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { CREDENTIALS as credentials } from '../../../../nodes/parameters/fields';

describe('The credential that is shown', () => {
	it.each<[string, INodeParameters, string]>([
		['an imported node without the parameter', {}, 'voiceAgentApi'],
		['an API key', { authentication: 'apiKey' }, 'voiceAgentApi'],
		['email and password', { authentication: 'session' }, 'voiceAgentSessionApi'],
	])('is the one of the parameter for %s', (_, parameters, shown) => {
		const node = { parameters } as INode;
		const names = credentials
			.filter((one) => NodeHelpers.displayParameter(parameters, one, node, null))
			.map(({ name }) => name);
		expect(names).toEqual([shown]);
	});

	it('is found by the value of the choice, as the editor looks for it', () => {
		const named = (value: string) =>
			credentials.find(({ displayOptions }) => displayOptions?.show?.authentication?.includes(value))?.name;
		expect(['apiKey', 'session'].map(named)).toEqual(['voiceAgentApi', 'voiceAgentSessionApi']);
	});
});
