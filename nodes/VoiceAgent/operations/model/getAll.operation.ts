import { MODEL_PROVIDER_FILTER } from '../../../shared/wire/undocumentedNames';
import type { Operation } from '../define';

/** list-models (interface section 4). */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many models',
	description: 'List the language models that agents can use',
	properties: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Provider',
					name: 'provider',
					type: 'string',
					default: '',
					description: 'Only models of this provider',
				},
			],
		},
	],
	timeout: 'quick',
	retry: { safe: true },
	answer: { kind: 'list', fields: ['models'], size: 'cut' },
	plan(item) {
		const provider = item.filters.text('provider');
		return {
			request: {
				method: 'POST',
				path: 'list-models',
				body: provider ? { [MODEL_PROVIDER_FILTER]: provider } : {},
			},
		};
	},
};
