import { MODEL_PROVIDER_FILTER } from '../../service/undocumentedNames';
import { filtersCollection } from '../fields/item';
import { defineOperation, listOutput } from '../operation';
import { post } from '../../service/request';

/** Calls list-models. */
export const getModels = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many models',
	description: 'List the language models that agents can use',
	properties: [
		filtersCollection([
			{
				displayName: 'Provider',
				name: 'provider',
				type: 'string',
				default: '',
				description: 'Only models of this provider',
			},
		]),
	],
	idempotent: true,
	output: listOutput({ fields: ['models'], limitIn: 'node' }),
	request: ({ filters }) =>
		post('list-models', {
			...(filters.has('provider') && { [MODEL_PROVIDER_FILTER]: filters.text('provider') }),
		}),
});
