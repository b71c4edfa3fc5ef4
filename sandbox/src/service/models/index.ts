import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { OneOf } from '../http/values.ts';
import { definePart } from '../plugin.ts';
import { MODELS } from './models.ts';

const ModelRecord = Type.Object({
	id: Type.String(),
	name: Type.String(),
	provider: Type.String(),
	description: Type.String(),
	latency: OneOf(['lowest', 'low', 'medium']),
	is_default: Type.Boolean(),
});

/** Sections 2 and 4, models. */
export default definePart({
	tag: 'Models',
	dependencies: [],
	functions: endpoint('POST /list-models', {
		operationId: 'listModels',
		summary: 'The language models that agents can use',
		body: Type.Object({
			provider: Type.Optional(
				Type.String({
					description: 'Only the models of this provider',
					'x-not-shown-in-interface': 'Section 4 leaves the name of the provider filter open',
				}),
			),
		}),
		answer: Type.Object({ models: Type.Array(ModelRecord) }),
		handle: ({ body: { provider } }) => ({
			models: MODELS.filter((model) => provider === undefined || model.provider === provider),
		}),
	}),
});
