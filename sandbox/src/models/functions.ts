import { Type } from 'typebox';
import { AnyError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { MODELS } from './models.ts';

const ModelRecord = Type.Object({
	id: Type.String(),
	name: Type.String(),
	provider: Type.String(),
	description: Type.String(),
	latency: OneOf(['lowest', 'low', 'medium']),
	is_default: Type.Boolean(),
});
const ListRequest = Type.Object({
	provider: Type.Optional(
		Type.String({
			description: 'Only the models of this provider',
			'x-not-shown-in-interface': 'Section 4 leaves the name of the provider filter open',
		}),
	),
});

/** Section 4, models: list-models. */
export const modelFunctions: Routes = (app) => {
	app.post(
		'/list-models',
		{
			schema: {
				tags: ['Models'],
				summary: 'The language models that agents can use',
				body: ListRequest,
				response: { 200: Type.Object({ models: Type.Array(ModelRecord) }), '4xx': AnyError },
			},
		},
		({ body: { provider } }) => ({
			models: MODELS.filter((model) => provider === undefined || model.provider === provider),
		}),
	);
};
