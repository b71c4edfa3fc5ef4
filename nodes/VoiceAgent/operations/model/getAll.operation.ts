import { MODEL_PROVIDER_FILTER } from '../../../shared/wire/undocumentedNames';
import { filtersCollection } from '../../parameters/collections';
import { defineOperation } from '../define';
import { list } from '../output';
import { post } from '../../../shared/client/serviceRequest';

/** list-models (interface section 4). */
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
	output: list({ fields: ['models'], limitedBy: 'node' }),
	request: ({ filters }) =>
		post('list-models', {
			...(filters.has('provider') && { [MODEL_PROVIDER_FILTER]: filters.text('provider') }),
		}),
});
