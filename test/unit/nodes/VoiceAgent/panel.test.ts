import { type INode, NodeHelpers } from 'n8n-workflow';

import { resources } from '../../../../nodes/VoiceAgent/operations';
import { VoiceAgent } from '../../../../nodes/VoiceAgent/VoiceAgent.node';
import { buildProperties } from '../../../../nodes/VoiceAgent/panel';
import { withChildren } from '../../../support/node-properties';

describe('properties', () => {
	it('shows an example below each JSON field, also in collections', () => {
		const json = resources
			.flatMap(({ operations }) => operations.flatMap(({ properties }) => properties))
			.flatMap(withChildren)
			.filter(({ type }) => type === 'json');
		expect(json.length).toBeGreaterThan(20);
		for (const { name, hint } of json) expect(`${name}: ${hint}`).toMatch(/: Example: [[{]/);
	});

	it('sorts the operations in the menu and opens on the first that was given', () => {
		const menus = buildProperties(resources).filter(({ name }) => name === 'operation');
		for (const { options = [] } of menus) {
			const names = options.map(({ name }) => name);
			expect(names).toEqual([...names].sort());
		}
		expect(menus.map(({ default: first }) => first)).toEqual(
			resources.map(({ operations }) => operations[0]?.value),
		);
	});
});

it.each(['send', 'reply', 'sendAndWait'])(
	'shows at most eight fields at first for Message > %s',
	(operation) => {
		const { description } = new VoiceAgent();
		const node = { typeVersion: 1, parameters: {} } as INode;
		const chosen = { resource: 'message', operation };
		const parameters = NodeHelpers.getNodeParameters(
			description.properties,
			chosen,
			true,
			false,
			node,
			description,
		);
		const shown = description.properties.filter(
			(property) =>
				!['notice', 'hidden'].includes(property.type) &&
				NodeHelpers.displayParameter(parameters ?? {}, property, node, description),
		);
		expect(shown.map(({ name }) => name)).toContain('options');
		expect(shown.length).toBeLessThanOrEqual(8);
	},
);
