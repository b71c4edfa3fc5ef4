import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { OneOf } from '../http/values.ts';
import { definePart } from '../plugin.ts';

/** The only provider of language models. */
const MODEL_PROVIDER = 'sandbox-models';

/** The models that agents can use (section 2, model); the one with the lowest latency is the default. */
export const MODELS = [
	{
		id: 'sandbox-swift-1',
		name: 'Swift',
		provider: MODEL_PROVIDER,
		description: 'Answers fastest; for calls in which every pause is heard.',
		latency: 'lowest',
		is_default: true,
	},
	{
		id: 'sandbox-steady-1',
		name: 'Steady',
		provider: MODEL_PROVIDER,
		description: 'Follows longer instructions; for bookings and orders.',
		latency: 'low',
		is_default: false,
	},
	{
		id: 'sandbox-thorough-1',
		name: 'Thorough',
		provider: MODEL_PROVIDER,
		description: 'Thinks longest; for texts, where a second more is not noticed.',
		latency: 'medium',
		is_default: false,
	},
] as const;

/** The default model of agents. */
export const [DEFAULT_MODEL] = MODELS;

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
		example: {},
		answer: Type.Object({ models: Type.Array(ModelRecord) }),
		handle: ({ body: { provider } }) => ({
			models: MODELS.filter((model) => provider === undefined || model.provider === provider),
		}),
	}),
});
