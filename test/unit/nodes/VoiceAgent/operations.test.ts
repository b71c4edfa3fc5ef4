import type { INodePropertyOptions } from 'n8n-workflow';

import { VoiceAgent } from '../../../../nodes/VoiceAgent/VoiceAgent.node';
import { resources } from '../../../../nodes/VoiceAgent/operations';
import { withChildren } from '../../../support/node-properties';

const { properties } = new VoiceAgent().description;
const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		id: `${resource.value}:${operation.value}`,
		resource,
		operation,
	})),
);
const shownFor = (resource: string, operation: string) =>
	properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);

describe.each(operations)('$id', ({ resource, operation }) => {
	const shown = shownFor(resource.value, operation.value);
	const all = shown.flatMap(withChildren);

	it('has the options that every operation has', () => {
		const options = shown.find(({ name }) => name === 'options')?.options?.map(({ name }) => name);
		expect(options).toEqual(
			expect.arrayContaining(['additionalBodyFields', 'concurrency', 'maxRetries', 'timeout']),
		);
		expect(options).toEqual([...new Set(options)]);
	});

	it('describes every field, with an example where something is typed', () => {
		for (const property of all) {
			const where = `${property.displayName} (${property.name})`;
			if (property.type !== 'notice' && property.name !== 'options') {
				const collection = property.type === 'collection' && property.placeholder;
				expect(`${where}: ${property.description ?? collection ?? ''}`).toMatch(/: .{8,}/);
			}
			if (
				property.type === 'string' &&
				!property.default &&
				property.name !== 'provider' &&
				property.name !== 'value'
			) {
				expect(`${where}: ${property.placeholder ?? ''}`).toMatch(/: e\.g\. ./);
			}
		}
	});

	it('tells how to find out what became of a request that must not be repeated', () => {
		const { idempotent, adviceWhenUnknown, output } = operation;
		if (idempotent !== true) expect(adviceWhenUnknown).toMatch(/^[A-Z].*\.$/);
		if (output.kind === 'deleted') expect(idempotent).toBe(true);
	});

	it('speaks as n8n asks: no “error”, “problem”, “failure” or “mistake”', () => {
		const { adviceWhenUnknown, description, adviceWhenNotFound } = operation;
		const texts = [description, adviceWhenUnknown, adviceWhenNotFound].join(' ');
		expect(texts).not.toMatch(/\b(errors?|problems?|failures?|mistakes?)\b/i);
	});
});

it.each(['memory:delete', 'knowledgeSource:delete', 'batchCall:cancel'])(
	'warns that %s cannot be undone',
	(id) => {
		expect(operations.find((entry) => entry.id === id)?.operation.description).toMatch(/cannot be undone/);
	},
);

it.each(['batchCall:create', 'credit:add'])('tells what %s costs', (id) => {
	expect(operations.find((entry) => entry.id === id)?.operation.description).toMatch(/costs|paid/);
});

it.each([
	['batchCall:create', 'previewOnly'],
	['skill:execute', 'dryRun'],
])('%s leaves %s to a person where an AI agent uses the node', (id, name) => {
	const [resource = '', operation = ''] = id.split(':');
	const variants = shownFor(resource, operation).filter((property) => property.name === name);
	expect(
		variants.map(({ displayOptions, noDataExpression }) => ({ displayOptions, noDataExpression })),
	).toEqual([
		{ displayOptions: expect.objectContaining({ hide: { '@tool': [true] } }), noDataExpression: undefined },
		{
			displayOptions: { show: { resource: [resource], operation: [operation], '@tool': [true] } },
			noDataExpression: true,
		},
	]);
});

it('takes no expression for the most recipients of a batch call, so that no model can raise them', () => {
	const { options = [] } = shownFor('batchCall', 'create').find(({ name }) => name === 'options') ?? {};
	expect(options).toContainEqual(
		expect.objectContaining({ name: 'maximumRecipients', noDataExpression: true }),
	);
});

it('does not offer Send and Wait to AI agents as a tool, since n8n has human review for that', () => {
	const offered = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options }) => options as INodePropertyOptions[]);
	const hidden = offered.filter(({ displayOptions }) => displayOptions?.hide?.['@tool']?.includes(true));
	expect(new Set(hidden.map(({ value }) => value))).toEqual(new Set(['sendAndWait']));
});
